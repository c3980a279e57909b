//! The page that waits for the friend, with the code and the line to pass on.

use crate::paint::Qr;
use crate::ui::board::picture::{Picture, PictureContent};
use crate::ui::session::remote::{Invited, JoinTarget};
use crate::ui::toolkit::prelude::*;

/// Natural width of a module of the QR code, in logical pixels.
const MODULE: i32 = 5;

mod imp {
    use super::*;

    template! {
        WaitingPage "/io/github/chuhe/Chuhe/ui/remote_waiting.ui" {
            spinner: gtk::Spinner,
            code: gtk::Label,
            address: gtk::Label,
            line: gtk::Label,
            copy: gtk::Button,
            picture: Picture,
            outlook: gtk::Label,
        } {}
    }

    class!(WaitingPage "XqRemoteWaitingPage" gtk::Box, template; WidgetImpl BoxImpl);

    impl ObjectImpl for WaitingPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.picture
                .set_property("accessible-role", gtk::AccessibleRole::Img);
            a11y::set_label(&*self.picture, words::invitation_picture());
        }
    }
}

widget! {
    /// The page that waits for the friend.
    WaitingPage Box
}

impl WaitingPage {
    /// Shows an invitation.
    pub fn wait_with(&self, invited: &Invited) {
        let imp = self.imp();
        let line = invited.invitation.to_string();
        imp.code.set_text(&invited.code);
        a11y::set_label(&*imp.code, &words::spelled_code(&invited.code));
        imp.line.set_text(&line);
        // Capital letters, which the reader takes for the same, make the picture coarser.
        let code = Qr::new(&line.to_uppercase());
        imp.picture.set_visible(code.is_some());
        if let Some(code) = code {
            imp.picture.show(picture(code));
        }
        let target = JoinTarget::from(&invited.invitation);
        let nearby = target.hosts.last().map_or("", String::as_str);
        imp.address.set_text(&words::address_to_type(nearby));
        let port = invited.invitation.port();
        imp.outlook
            .set_text(&if invited.invitation.is_only_nearby() {
                words::only_nearby(port)
            } else {
                words::reachable(port)
            });
        imp.spinner.start();
    }

    /// Focuses the button that copies.
    pub fn focus_first(&self) {
        self.imp().copy.grab_focus();
    }

    /// Ends the waiting.
    pub fn stop_waiting(&self) {
        self.imp().spinner.stop();
    }

    /// The line to be sent.
    pub fn line(&self) -> String {
        self.imp().line.text().into()
    }
}

/// A picture of the invitation, for a camera.
fn picture(code: Qr) -> PictureContent {
    let width = MODULE * code.modules();
    PictureContent {
        widths: (width, width),
        height: |width| width,
        look: None,
        draw: Box::new(move |canvas| code.raster(canvas.columns.min(canvas.rows) as u32)),
    }
}
