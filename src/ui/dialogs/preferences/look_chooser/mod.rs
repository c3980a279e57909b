//! Look chooser for pieces, board and edge labels, with pictures: a page for any preferences window.
//!
//! Signal: `chosen` when the user has made a choice, available as [`LookChooser::choice`]. Unset parts follow the
//! desktop, so the page needs no window and no settings.

mod picture;

use crate::scene::{BoardLook, EdgeLabels, Look, PieceSet};
use crate::ui::platform::settings::LookChoice;
use crate::ui::toolkit::access;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::state::speak_as_radio;
use picture::LookPicture;

/// A selectable part of the look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Pieces(PieceSet),
    Board(BoardLook),
    Labels(EdgeLabels),
}

impl Part {
    /// Whether a look has this part.
    fn is_in(self, look: Look) -> bool {
        self.put_into(look) == look
    }

    /// Returns the look with this part replaced.
    fn put_into(self, look: Look) -> Look {
        match self {
            Self::Pieces(pieces) => Look { pieces, ..look },
            Self::Board(board) => Look { board, ..look },
            Self::Labels(labels) => Look { labels, ..look },
        }
    }

    /// Returns the choice with this part set.
    fn chosen(self, choice: LookChoice) -> LookChoice {
        match self {
            Self::Pieces(pieces) => LookChoice {
                pieces: Some(pieces),
                ..choice
            },
            Self::Board(board) => LookChoice {
                board: Some(board),
                ..choice
            },
            Self::Labels(labels) => LookChoice {
                labels: Some(labels),
                ..choice
            },
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Pieces(set) => words::piece_set(set),
            Self::Board(board) => words::board_look(board),
            Self::Labels(labels) => words::edge_labels(labels),
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Pieces(set) => words::piece_set_about(set),
            Self::Board(board) => words::board_look_about(board),
            Self::Labels(labels) => words::edge_labels_about(labels),
        }
    }
}

/// A button with the picture of its choice.
#[derive(Debug)]
struct LookButton {
    part: Part,
    button: gtk::ToggleButton,
    picture: LookPicture,
}

mod imp {
    use super::*;

    template! {
        LookChooser "/io/github/chuhe/Chuhe/ui/look_chooser.ui" {
            pieces_group: adw::PreferencesGroup,
            pieces: gtk::FlowBox,
            board_group: adw::PreferencesGroup,
            board: gtk::FlowBox,
            labels_group: adw::PreferencesGroup,
            labels: gtk::FlowBox,
        } {
            options: RefCell<Vec<LookButton>>,
            choice: Cell<LookChoice>,
        }
    }

    class!(LookChooser "XqLookChooser" adw::PreferencesPage, template; WidgetImpl PreferencesPageImpl);

    impl ObjectImpl for LookChooser {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let chooser = self.obj();
            chooser.add_options();
            chooser.refresh();
            // The source of the high-contrast signal outlives the page.
            let follow = glib::closure_local!(
                #[watch]
                chooser,
                move |_: &adw::StyleManager, _: &glib::ParamSpec| chooser.refresh()
            );
            let style = adw::StyleManager::default();
            style.connect_closure("notify::high-contrast", false, follow);
        }
    }
}

glib::wrapper! {
    /// The chooser of pieces, board and edge labels.
    pub struct LookChooser(ObjectSubclass<imp::LookChooser>)
        @extends adw::PreferencesPage, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl LookChooser {
    /// Creates a page that shows this choice.
    pub fn new(choice: LookChoice) -> Self {
        let chooser: Self = glib::Object::new();
        chooser.set_choice(choice);
        chooser
    }

    /// Sets the choice shown.
    pub fn set_choice(&self, choice: LookChoice) {
        self.imp().choice.set(choice);
        self.refresh();
    }

    /// Current choice.
    pub fn choice(&self) -> LookChoice {
        self.imp().choice.get()
    }

    /// Focuses the chosen pieces.
    pub fn focus_choice(&self) {
        let options = self.imp().options.borrow();
        let chosen = options.iter().find(|option| option.button.is_active());
        let chosen = chosen.map(|option| option.button.clone());
        drop(options);
        if let Some(button) = chosen {
            button.grab_focus();
        }
    }

    signals! {
        /// Calls back when the user has made a choice.
        "chosen" connect_chosen emit_chosen;
    }

    fn add_options(&self) {
        let imp = self.imp();
        let groups: [(&gtk::FlowBox, &adw::PreferencesGroup, Vec<Part>); 3] = [
            (
                &imp.pieces,
                &imp.pieces_group,
                PieceSet::ALL.map(Part::Pieces).to_vec(),
            ),
            (
                &imp.board,
                &imp.board_group,
                BoardLook::ALL.map(Part::Board).to_vec(),
            ),
            (
                &imp.labels,
                &imp.labels_group,
                EdgeLabels::ALL.map(Part::Labels).to_vec(),
            ),
        ];
        for (line, group, parts) in groups {
            access::lead(group, line);
            access::let_arrows_move(line);
            let mut first = None;
            for part in parts {
                let option = self.option(part);
                option.button.set_group(first.as_ref());
                first.get_or_insert_with(|| option.button.clone());
                let cell = gtk::FlowBoxChild::builder()
                    .focusable(false)
                    .accessible_role(gtk::AccessibleRole::Group)
                    .build();
                cell.set_child(Some(&option.button));
                line.insert(&cell, -1);
                imp.options.borrow_mut().push(option);
            }
        }
    }

    /// Creates a button with a picture above its name.
    fn option(&self, part: Part) -> LookButton {
        let caption = gtk::Label::builder()
            .label(part.name())
            .wrap(true)
            .justify(gtk::Justification::Center)
            .max_width_chars(14)
            .build();
        caption.add_css_class("caption");
        let picture = LookPicture::new();
        let content = gtk::Box::new(gtk::Orientation::Vertical, 6);
        content.append(&picture);
        content.append(&caption);
        let button = gtk::ToggleButton::builder()
            .child(&content)
            .tooltip_text(part.about())
            .build();
        button.add_css_class("look-choice");
        a11y::set_label(&button, part.name());
        a11y::set_description(&button, part.about());
        speak_as_radio(&button);
        button.connect_clicked(weak!(self, |chooser, _| chooser.choose(part)));
        LookButton {
            part,
            button,
            picture,
        }
    }

    fn choose(&self, part: Part) {
        self.set_choice(part.chosen(self.choice()));
        self.emit_chosen();
    }

    /// Shows the current choice, and in each picture the look that it would lead to.
    fn refresh(&self) {
        let imp = self.imp();
        let style = adw::StyleManager::default();
        let look = self.choice().look(style.is_high_contrast());
        for option in imp.options.borrow().iter() {
            option.picture.show(option.part.put_into(look));
            if option.part.is_in(look) {
                option.button.set_active(true);
            }
        }
        let about = [
            (&imp.pieces_group, Part::Pieces(look.pieces)),
            (&imp.board_group, Part::Board(look.board)),
            (&imp.labels_group, Part::Labels(look.labels)),
        ];
        for (group, part) in about {
            group.set_description(Some(part.about()));
        }
    }
}
