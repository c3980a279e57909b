//! Macros for the boilerplate of object classes.

/// Implements `ObjectSubclass`: type name and parent, then optionally the CSS name, the accessible role, `template`,
/// `with closes` for the keys that close a dialog, more class setup, and after a semicolon the traits with empty
/// implementations.
macro_rules! class {
    ($class:ident $name:literal $parent:ty $(, css $css:literal)? $(, role $role:ident)? $(, |$klass:ident| $setup:block)? $(; $($plain:ident)*)?) => {
        #[glib::object_subclass]
        impl ObjectSubclass for $class {
            const NAME: &'static str = $name;
            type Type = super::$class;
            type ParentType = $parent;

            fn class_init(_class: &mut Self::Class) {
                $(_class.set_css_name($css);)?
                $(_class.set_accessible_role(gtk::AccessibleRole::$role);)?
                $(let $klass = _class; $setup)?
            }
        }

        $($(impl $plain for $class {})*)?
    };
    ($class:ident $name:literal $parent:ty, template $(with $closes:ident)? $(, role $role:ident)? $(, |$klass:ident| $setup:block)? $(; $($plain:ident)*)?) => {
        #[glib::object_subclass]
        impl ObjectSubclass for $class {
            const NAME: &'static str = $name;
            type Type = super::$class;
            type ParentType = $parent;

            fn class_init(class: &mut Self::Class) {
                class.bind_template();
                $(class.set_accessible_role(gtk::AccessibleRole::$role);)?
                $(crate::ui::platform::object::$closes(class);)?
                $(let $klass = class; $setup)?
            }

            fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
                object.init_template();
            }
        }

        $($(impl $plain for $class {})*)?
    };
}
pub(in crate::ui) use class;

/// Declares the state of a template: its children, then any other fields.
macro_rules! template {
    ($(#[$about:meta])* $name:ident $file:literal {
        $($(#[$meta:meta])* $child:ident: $type:ty,)*
    } $({
        $($(#[$more_meta:meta])* $more:ident: $more_type:ty,)*
    })?) => {
        $(#[$about])*
        #[derive(Debug, Default, gtk::CompositeTemplate)]
        #[template(resource = $file)]
        pub struct $name {
            $($(#[$meta])* #[template_child] pub(super) $child: TemplateChild<$type>,)*
            $($($(#[$more_meta])* pub(super) $more: $more_type,)*)?
        }
    };
}
pub(in crate::ui) use template;

/// Declares the public side of a widget with one of the usual parents: a default or, for a window, `over` another one.
macro_rules! widget {
    ($(#[$about:meta])* $name:ident Widget) => {
        widget!(@ [$(#[$about])*] $name [gtk::Widget] []);
        widget!(@default $name);
    };
    ($(#[$about:meta])* $name:ident Bin) => {
        widget!(@ [$(#[$about])*] $name [adw::Bin, gtk::Widget] []);
        widget!(@default $name);
    };
    ($(#[$about:meta])* $name:ident Box) => {
        widget!(@ [$(#[$about])*] $name [gtk::Box, gtk::Widget] [, gtk::Orientable]);
        widget!(@default $name);
    };
    ($(#[$about:meta])* $name:ident Window) => {
        widget!(@ [$(#[$about])*] $name [adw::Window, gtk::Window, gtk::Widget]
            [, gtk::Native, gtk::Root, gtk::ShortcutManager]);

        impl $name {
            /// Creates the window over its parent, which stays in view.
            fn over(parent: &impl IsA<gtk::Window>) -> Self {
                glib::Object::builder()
                    .property("transient-for", parent)
                    .build()
            }
        }
    };
    (@default $name:ident) => {
        impl Default for $name {
            fn default() -> Self {
                glib::Object::new()
            }
        }
    };
    (@ [$($about:tt)*] $name:ident [$($parents:tt)*] [$($more:tt)*]) => {
        glib::wrapper! {
            $($about)*
            pub struct $name(ObjectSubclass<imp::$name>)
                @extends $($parents)*,
                @implements gtk::Buildable, gtk::ConstraintTarget $($more)*;
        }
    };
}
pub(in crate::ui) use widget;

/// Declares the signals of a class in its `impl`, each with the types of its arguments, and the methods that connect and
/// emit it: `"chosen"(node: NodeId) connect_chosen emit_chosen;`. `signals!()` in its `ObjectImpl` installs them.
macro_rules! signals {
    () => {
        fn signals() -> &'static [glib::subclass::Signal] {
            static SIGNALS: std::sync::OnceLock<Vec<glib::subclass::Signal>> =
                std::sync::OnceLock::new();
            SIGNALS.get_or_init(|| {
                // The arguments of a signal are one value, so that they can be of any type.
                let arguments = <glib::BoxedAnyObject as glib::prelude::StaticType>::static_type();
                let names = <Self as ObjectSubclass>::Type::SIGNALS.iter();
                let signals = names.map(|name| {
                    let signal = glib::subclass::Signal::builder(name);
                    signal.param_types([arguments]).build()
                });
                signals.collect()
            })
        }
    };
    ($($(#[$about:meta])* $name:literal $(($($arg:ident: $type:ty),+))? $connect:ident $emit:ident;)+) => {
        const SIGNALS: &[&str] = &[$($name),+];

        $($(#[$about])*
        pub fn $connect(&self, called: impl Fn(&Self $($(, $type)+)?) + 'static) {
            let closure = glib::closure_local!(move |object: &Self, arguments: glib::BoxedAnyObject| {
                let ($($($arg,)+)?) = Clone::clone(&*arguments.borrow::<($($($type,)+)?)>());
                called(object $($(, $arg)+)?);
            });
            self.connect_closure($name, false, closure);
        }

        fn $emit(&self $($(, $arg: $type)+)?) {
            let arguments = glib::BoxedAnyObject::new(($($($arg,)+)?));
            self.emit_by_name::<()>($name, &[&arguments]);
        })+
    };
}
pub(in crate::ui) use signals;

/// Closure with a weak reference, which does nothing once its object, or the content of its `Rc`, is gone: `weak!(self,
/// |window, point| window.press(point))` takes a point.
macro_rules! weak {
    ($object:expr, |$name:ident $(, $arg:tt $(: $type:ty)?)*| $body:expr) => {{
        let weak = glib::clone::Downgrade::downgrade(&$object.clone());
        move |$($arg $(: $type)?),*| {
            if let Some($name) = glib::clone::Upgrade::upgrade(&weak) {
                $body;
            }
        }
    }};
}
pub(in crate::ui) use weak;

/// Sets a cell that must be set only once in the life of an object.
pub fn once<T>(cell: &std::cell::OnceCell<T>, value: T) {
    let is_first = cell.set(value).is_ok();
    debug_assert!(is_first, "it is set once");
}

/// Returns the open dialog of a slot, or creates one for it.
pub fn open_once<T: gtk::glib::object::ObjectType>(
    slot: &gtk::glib::WeakRef<T>,
    create: impl FnOnce() -> T,
) -> T {
    slot.upgrade().unwrap_or_else(|| {
        let dialog = create();
        slot.set(Some(&dialog));
        dialog
    })
}

/// Adds Escape and Ctrl+W to a class of windows as keys that close them.
pub fn closes<C: gtk::subclass::widget::WidgetClassExt>(class: &mut C) {
    use gtk::gdk::{Key, ModifierType};
    class.add_binding_action(Key::Escape, ModifierType::empty(), "window.close");
    class.add_binding_action(Key::w, ModifierType::CONTROL_MASK, "window.close");
}
