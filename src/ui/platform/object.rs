//! What every object class of the window repeats.

/// Implements `ObjectSubclass`: type name and parent, then where there are any the CSS name, the accessible role,
/// `template`, and more for the class to set up.
macro_rules! class {
    ($class:ident $name:literal $parent:ty $(, css $css:literal)? $(, role $role:ident)? $(, |$klass:ident| $setup:block)?) => {
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
    };
    ($class:ident $name:literal $parent:ty, template $(, role $role:ident)? $(, |$klass:ident| $setup:block)?) => {
        #[glib::object_subclass]
        impl ObjectSubclass for $class {
            const NAME: &'static str = $name;
            type Type = super::$class;
            type ParentType = $parent;

            fn class_init(class: &mut Self::Class) {
                class.bind_template();
                $(class.set_accessible_role(gtk::AccessibleRole::$role);)?
                $(let $klass = class; $setup)?
            }

            fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
                object.init_template();
            }
        }
    };
}
pub(in crate::ui) use class;

/// Implements `ObjectImpl::signals`: the names of signals, each with the types of its parameters.
macro_rules! signals {
    ($($name:literal $(($($type:ty),*))?),*) => {
        fn signals() -> &'static [glib::subclass::Signal] {
            static SIGNALS: std::sync::OnceLock<Vec<glib::subclass::Signal>> =
                std::sync::OnceLock::new();
            SIGNALS.get_or_init(|| vec![$(
                glib::subclass::Signal::builder($name)
                    $(.param_types([$(<$type as glib::prelude::StaticType>::static_type()),*]))?
                    .build(),
            )*])
        }
    };
}
pub(in crate::ui) use signals;

/// Connects a callback to a signal without parameters.
macro_rules! connect {
    ($($(#[$about:meta])* $connect:ident $name:literal;)*) => {
        $($(#[$about])*
        pub fn $connect(&self, called: impl Fn(&Self) + 'static) {
            let closure = glib::closure_local!(move |object: &Self| called(object));
            self.connect_closure($name, false, closure);
        })*
    };
}
pub(in crate::ui) use connect;
