# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_chuhe_global_optspecs
    string join \n h/help V/version
end

function __fish_chuhe_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_chuhe_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_chuhe_using_subcommand
    set -l cmd (__fish_chuhe_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c chuhe -n "__fish_chuhe_needs_command" -s h -l help -d 'Print help'
complete -c chuhe -n "__fish_chuhe_needs_command" -s V -l version -d 'Print version'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "perft" -d 'Count the lines of legal moves, to verify and benchmark the move generator'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "solve" -d 'Prove a mate: in how many moves, and how'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "uci" -d 'Play as an engine for other programs, which speak UCI'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "info" -d 'Summarize the contents of game files'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "review" -d 'Evaluate the games of files: every position, bad moves, and what was better'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "judge" -d 'Judge moves or game files: whether the rules end the game, where, and why'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "notate" -d 'Write moves in every notation, or tell which move a text means'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "convert" -d 'Write games in another format'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "diagram" -d 'Draw a position as a picture: SVG, PDF or PNG'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "replay" -d 'Write a game as an animated GIF'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "print" -d 'Write the score sheet of a game as a PDF, with diagrams, comments and variations'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "studies" -d 'List positions of old books to be solved, show one with its solution, or write them as a PDF'
complete -c chuhe -n "__fish_chuhe_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c chuhe -n "__fish_chuhe_using_subcommand perft" -l fen -d 'Start here instead of at the start of a game' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand perft" -l divide -d 'Print the count after each first move too'
complete -c chuhe -n "__fish_chuhe_using_subcommand perft" -s h -l help -d 'Print help'
complete -c chuhe -n "__fish_chuhe_using_subcommand solve" -l fen -d 'Start here instead of at the start of a game' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand solve" -l nodes -d 'Give up after this many positions' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand solve" -l checks-only -d 'Search only moves that give check'
complete -c chuhe -n "__fish_chuhe_using_subcommand solve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe -n "__fish_chuhe_using_subcommand uci" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe -n "__fish_chuhe_using_subcommand info" -l json -d 'Print one JSON object a game and line'
complete -c chuhe -n "__fish_chuhe_using_subcommand info" -s h -l help -d 'Print help'
complete -c chuhe -n "__fish_chuhe_using_subcommand review" -l engine -d 'Another engine, which speaks UCI or UCCI' -r -F
complete -c chuhe -n "__fish_chuhe_using_subcommand review" -l nodes -d 'Number of positions to search for each move' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand review" -l json -d 'Print one JSON object a game and line, instead of the games as PGN'
complete -c chuhe -n "__fish_chuhe_using_subcommand review" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe -n "__fish_chuhe_using_subcommand judge" -l rulebook -d 'How repetitions are judged [default: asian, or what a file says]' -r -f -a "asian\t''
chinese\t''
casual\t''
off\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand judge" -l no-capture -d 'After how many rounds without a capture the game is a draw: 1 to 1000, usually 40, 50 or 60, or `off` [default: 60, or what a file says]' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand judge" -l fen -d 'Start here instead of at the start of a game' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand judge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe -n "__fish_chuhe_using_subcommand notate" -l fen -d 'Start here instead of at the start of a game' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand notate" -l read -d 'Interpret this text as a move here, or say why it is not one' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand notate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe -n "__fish_chuhe_using_subcommand convert" -s o -l output -d 'The file to write, - for standard output; its suffix names the format: xiangqi, pgn, xqf, cbr, cbl, ubb or txt' -r -F
complete -c chuhe -n "__fish_chuhe_using_subcommand convert" -l to -d 'The format, where no suffix names it' -r -f -a "xiangqi\t''
pgn\t''
xqf\t''
cbr\t''
cbl\t''
ubb\t''
txt\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand convert" -l notation -d 'How PGN writes moves' -r -f -a "iccs\t'H2-E2'
wxf\t'C2.5'
chinese\t'炮二平五, 马８进７'
traditional\t'炮二平五, 馬８進７'
vietnamese\t'P2-5, M8.7'"
complete -c chuhe -n "__fish_chuhe_using_subcommand convert" -l encoding -d 'The character set of pgn, ubb and txt; for older Windows programs gb18030 in mainland China and big5 in Taiwan and Hong Kong, with their line ends' -r -f -a "utf-8\t''
gb18030\t''
big5\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand convert" -l game -d 'Only this game of the file, from 1; only PGN and CBL can hold several' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand convert" -l append -d 'Add the games to the end of OUT, a PGN file, in its character set; the rest of it stays as it is'
complete -c chuhe -n "__fish_chuhe_using_subcommand convert" -l split -d 'Write each game to a file of its own in the folder OUT, in the format that --to names'
complete -c chuhe -n "__fish_chuhe_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l game -d 'Which game of the file, from 1' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l ply -d 'The position after this many plies; the final position by default' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l fen -d 'A position instead of a file' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -s o -l output -d 'The picture to write, - for standard output; its suffix names the format: svg, pdf or png' -r -F
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l to -d 'The format, where no suffix names it' -r -f -a "svg\t''
pdf\t''
png\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l pieces -d 'Characters or pictures on the pieces' -r -f -a "traditional\t''
simplified\t''
international\t''
large-print\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l labels -d 'Labels along the edges of the board' -r -f -a "file-numbers\t''
coordinates\t''
none\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l board -d 'Material of the board' -r -f -a "wood\t''
paper\t''
slate\t''
high-contrast\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l size -d 'The width of the picture: pixels, or points in a PDF' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l flip -d 'With Black at the bottom'
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l paper -d 'Black lines on white, to be printed, instead of a board'
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -l names -d 'With the names of the players above and below the board, and the result once the game has ended'
complete -c chuhe -n "__fish_chuhe_using_subcommand diagram" -s h -l help -d 'Print help'
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -l game -d 'Which game of the file, from 1' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -s o -l output -d 'The moving picture to write, an animated GIF, - for standard output' -r -F
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -l seconds -d 'How long each position is shown, from 0.1 to 60 seconds' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -l size -d 'The width of the picture in pixels' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -l pieces -d 'Characters or pictures on the pieces' -r -f -a "traditional\t''
simplified\t''
international\t''
large-print\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -l labels -d 'Labels along the edges of the board' -r -f -a "file-numbers\t''
coordinates\t''
none\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -l board -d 'Material of the board' -r -f -a "wood\t''
paper\t''
slate\t''
high-contrast\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -l flip -d 'With Black at the bottom'
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -l names -d 'With the names of the players above and below the board, and the result once the game has ended'
complete -c chuhe -n "__fish_chuhe_using_subcommand replay" -s h -l help -d 'Print help'
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -l game -d 'Which game of the file, from 1' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -s o -l output -d 'The PDF to write, - for standard output' -r -F
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -l diagrams -d 'Diagrams after every so many rounds and of the last position; `last` is that one alone, `none` is none' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -l notation -d 'How moves are written' -r -f -a "chinese\t''
both\t''
wxf\t''
vietnamese\t''
coordinates\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -l script -d 'The characters of moves in Chinese' -r -f -a "simplified\t''
traditional\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -l paper -d 'The size of the pages' -r -f -a "a4\t''
letter\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -l pieces -d 'Characters or pictures on the pieces' -r -f -a "traditional\t''
simplified\t''
international\t''
large-print\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -l labels -d 'Labels along the edges of the board' -r -f -a "file-numbers\t''
coordinates\t''
none\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -l flip -d 'Diagrams with Black at the bottom'
complete -c chuhe -n "__fish_chuhe_using_subcommand print" -s h -l help -d 'Print help'
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l notation -d 'How these moves are written' -r -f -a "chinese\t''
wxf\t''
vietnamese\t''
coordinates\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l script -d 'The characters of moves in Chinese' -r -f -a "simplified\t''
traditional\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l pdf -d 'Write a PDF with diagrams instead, six on a page, - for standard output' -r -F
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l paper -d 'The size of its pages' -r -f -a "a4\t''
letter\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l book -d 'List those of this book only' -r -f -a "shiqing-yaqu\t''
mengru-shenji\t''"
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l mate -d 'List proved mates in so many moves only: 3, or 3-5' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l pieces -d 'List those with at most so many pieces only' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l search -d 'List those whose title, in Chinese or in pinyin, has these words only, or that have this number' -r
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l solution -d 'Show the moves to the mate, too; of studies that are listed, in a PDF'
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l list -d 'List studies instead, one in a line: id, title and verdict'
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -l json -d 'List them as one JSON array'
complete -c chuhe -n "__fish_chuhe_using_subcommand studies" -s h -l help -d 'Print help'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "perft" -d 'Count the lines of legal moves, to verify and benchmark the move generator'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "solve" -d 'Prove a mate: in how many moves, and how'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "uci" -d 'Play as an engine for other programs, which speak UCI'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "info" -d 'Summarize the contents of game files'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "review" -d 'Evaluate the games of files: every position, bad moves, and what was better'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "judge" -d 'Judge moves or game files: whether the rules end the game, where, and why'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "notate" -d 'Write moves in every notation, or tell which move a text means'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "convert" -d 'Write games in another format'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "diagram" -d 'Draw a position as a picture: SVG, PDF or PNG'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "replay" -d 'Write a game as an animated GIF'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "print" -d 'Write the score sheet of a game as a PDF, with diagrams, comments and variations'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "studies" -d 'List positions of old books to be solved, show one with its solution, or write them as a PDF'
complete -c chuhe -n "__fish_chuhe_using_subcommand help; and not __fish_seen_subcommand_from perft solve uci info review judge notate convert diagram replay print studies help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
