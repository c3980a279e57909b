//! The application: one process, one window, files from the command line or the desktop.

use crate::rules::Side;
use crate::scene::Layout;
use crate::ui::bars::bar_slot::BarSlot;
use crate::ui::bars::status_line::StatusLine;
use crate::ui::board::aids::captions;
use crate::ui::board::board_view::{BoardView, PrerenderedBoard};
use crate::ui::board::piece_strip::PieceStrip;
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::panel::side_panel::SidePanel;
use crate::ui::platform::assistive;
use crate::ui::platform::environment;
use crate::ui::platform::language;
use crate::ui::platform::memory;
use crate::ui::platform::settings::{BoardSize, Settings};
use crate::ui::platform::sounds;
use crate::ui::platform::{APP_ID, RESOURCES, appearance};
use crate::ui::toolkit::actions;
use crate::ui::toolkit::detail_row::DetailRow;
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::turned::Turned;
use crate::ui::window::Window;
use std::io::{self, Write};
use std::process::{self, ExitCode};

/// Signals with which terminals, desktops and administrators end a program: SIGHUP, SIGINT and SIGTERM, numbered alike
/// on every Linux.
const TERMINATION_SIGNALS: [i32; 3] = [1, 2, 15];

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Application {
        pub(super) settings: OnceCell<Rc<Settings>>,
        /// Board textures, drawn ahead of the first window.
        pub(super) ahead: RefCell<Option<PrerenderedBoard>>,
    }

    class!(Application "XqApplication" adw::Application; ObjectImpl GtkApplicationImpl AdwApplicationImpl);

    impl ApplicationImpl for Application {
        fn startup(&self) {
            let app = self.obj();
            // GTK would exit as well, but without a helpful message.
            if environment::start_gtk().is_err() {
                // A failed write to stderr cannot be reported.
                let _ = writeln!(io::stderr(), "chuhe: {}", words::no_display());
                process::exit(1);
            }
            // Only in the primary instance: a remote one exits as soon as it has handed its files over, and a drawing
            // thread would then outlive the libraries it uses.
            app.draw_ahead();
            warm_fonts();
            self.parent_startup();
            // GTK has set the language now.
            glib::set_application_name(words::app_name());
            actions::bind_keys(&*app);
            actions::quit_from_dialogs(&*app);
            app.add_quit();
            app.end_on_signals();
            naming::name_windows();
            assistive::follow();
            follow_contrast();
        }

        fn activate(&self) {
            self.obj().window().present();
        }

        fn open(&self, files: &[gio::File], _hint: &str) {
            let window = self.obj().window();
            window.present();
            window.open_files(files.to_vec());
        }
    }
}

glib::wrapper! {
    /// The running program.
    pub struct Application(ObjectSubclass<imp::Application>)
        @extends gio::Application, gtk::Application, adw::Application,
        @implements gio::ActionGroup, gio::ActionMap;
}

impl Application {
    fn new() -> Self {
        glib::Object::builder()
            .property("application-id", APP_ID)
            .property("flags", gio::ApplicationFlags::HANDLES_OPEN)
            .property("resource-base-path", RESOURCES)
            .build()
    }

    /// The window, created on first use.
    fn window(&self) -> Window {
        let known = self.windows().into_iter();
        let mut known = known.filter_map(|window| window.downcast::<Window>().ok());
        known.next().unwrap_or_else(|| {
            let imp = self.imp();
            let settings = imp.settings.get_or_init(|| Rc::new(Settings::load()));
            appearance::choose(settings.look());
            Window::new(self, settings.clone(), imp.ahead.take())
        })
    }

    /// Starts drawing the board at its last size while GTK starts.
    fn draw_ahead(&self) {
        let imp = self.imp();
        let settings = imp.settings.get_or_init(|| Rc::new(Settings::load()));
        let BoardSize {
            width,
            height,
            scale,
            dark,
            flipped,
            across,
            high_contrast,
        } = settings.board();
        let bottom = if flipped { Side::Black } else { Side::Red };
        let layout = Layout::fit(width, height, scale, bottom);
        let turned = across.then_some(!bottom);
        let captions = settings.has_aids().then(captions);
        let look = settings.look().look(high_contrast);
        let ahead = PrerenderedBoard::start(layout, turned, (look, dark, captions));
        imp.ahead.replace(Some(ahead));
    }

    /// `app.quit`, which desktops and session managers ask for.
    fn add_quit(&self) {
        let quit = gio::SimpleAction::new("quit", None);
        quit.connect_activate(weak!(self, |app, _, _| app.close_all()));
        self.add_action(&quit);
    }

    /// Closes all windows as a player would, dialogs before the window below them, which keeps or asks what it always does.
    fn close_all(&self) {
        let main = self.window();
        let windows = gtk::Window::toplevels();
        let windows = (0..windows.n_items()).rev().map(|at| windows.item(at));
        let windows: Vec<_> = windows.flatten().collect();
        for window in windows
            .iter()
            .filter_map(|one| one.downcast_ref::<gtk::Window>())
        {
            if window.is_visible() && window != main.upcast_ref::<gtk::Window>() {
                window.close();
            }
        }
        // What waited for a dialog goes on first.
        glib::idle_add_local_once(weak!(main, |main| main.close()));
    }

    /// Shuts down cleanly on the first signal, and at once on the second.
    fn end_on_signals(&self) {
        for signal in TERMINATION_SIGNALS {
            glib_unix::unix_signal_add_local_once(signal, weak!(self, |app| app.end()));
        }
    }

    /// Quits without asking, since the user may be away; the game on the board is saved.
    fn end(&self) {
        let windows = self.windows();
        for window in windows
            .iter()
            .filter_map(|one| one.downcast_ref::<Window>())
        {
            window.leave();
        }
        for window in &windows {
            window.destroy();
            window.set_transient_for(gtk::Window::NONE);
        }
        if windows.is_empty() {
            self.quit();
        }
    }
}

/// Makes Pango load the font configuration in its own thread while GTK starts.
fn warm_fonts() {
    pangocairo::FontMap::new();
}

/// Adds the high-contrast style sheet when the desktop asks for it; libadwaita loads the others by name.
fn follow_contrast() {
    let more = gtk::CssProvider::new();
    more.load_from_resource(&format!("{RESOURCES}/high-contrast.css"));
    let follow = move |style: &adw::StyleManager| {
        let Some(display) = gdk::Display::default() else {
            return;
        };
        if style.is_high_contrast() {
            let priority = gtk::STYLE_PROVIDER_PRIORITY_APPLICATION + 1;
            gtk::style_context_add_provider_for_display(&display, &more, priority);
        } else {
            gtk::style_context_remove_provider_for_display(&display, &more);
        }
    };
    let style = adw::StyleManager::default();
    follow(&style);
    style.connect_high_contrast_notify(follow);
}

/// Registers the layouts and icons that are part of the program.
pub fn register_resources() {
    gio::resources_register_include!("chuhe.gresource").expect("built-in resources are valid");
}

/// Opens the window, or hands the files to the primary instance, and runs until the window is closed.
pub fn run(files: &[PathBuf]) -> ExitCode {
    memory::share_between_threads();
    environment::prepare();
    sounds::prepare();
    register_resources();
    language::prepare();
    // Types referenced by the UI templates.
    BoardView::ensure_type();
    BarSlot::ensure_type();
    StatusLine::ensure_type();
    DetailRow::ensure_type();
    SidePanel::ensure_type();
    PieceStrip::ensure_type();
    Turned::ensure_type();
    PlayerCard::ensure_type();
    let app = Application::new();
    // URIs, since a path need not be valid UTF-8.
    let uris = files
        .iter()
        .map(|file| String::from(gio::File::for_commandline_arg(file).uri()));
    let arguments: Vec<_> = ["chuhe".to_owned()].into_iter().chain(uris).collect();
    let code = app.run_with_args(&arguments);
    ExitCode::from(code.get())
}
