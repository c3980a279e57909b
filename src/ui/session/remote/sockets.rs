//! Sockets that listen at a port, and dial from it.
//!
//! Each program dials from the port at which it listens. So an attempt opens the way for the friend’s through the own
//! stateful firewall, and two attempts that cross become one connection (the simultaneous open of TCP).

use crate::ui::platform::prelude::*;
use rustix::net::sockopt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Maximum number of addresses of a computer that is dialed by its name.
const MAX_RESOLVED: usize = 4;

/// Begins to listen at an address. Returns the port.
pub(super) fn listen(
    listener: &gio::SocketListener,
    address: SocketAddr,
) -> Result<u16, glib::Error> {
    let socket = open(address.is_ipv6())?;
    if address.is_ipv6() {
        // IPv4 as well, as on any system that is not told otherwise.
        let _ = sockopt::set_ipv6_v6only(&socket, false);
    }
    socket.bind(&gio::InetSocketAddress::from(address), true)?;
    socket.listen()?;
    // Only now: two programs must not listen at one port. If it cannot be shared, other ports are dialed from.
    let _ = sockopt::set_socket_reuseport(&socket, true);
    let bound = socket.local_address()?;
    listener.add_socket(&socket, None::<&glib::Object>)?;
    let bound = bound.downcast::<gio::InetSocketAddress>();
    Ok(bound.map_or(address.port(), |bound| bound.port()))
}

/// Dials a host, a computer’s address or name with a port, from the port at which this program listens; `None` if it
/// does not answer.
pub(super) async fn dial(host: &str, from: Option<u16>) -> Option<gio::SocketConnection> {
    for address in resolve(host).await {
        if is_own(address, from) {
            continue;
        }
        let mut dialed = connect(address, from).await;
        if from.is_some() && dialed.as_ref().is_err_and(is_about_port) {
            dialed = connect(address, None).await;
        }
        if let Ok(stream) = dialed {
            return Some(stream);
        }
    }
    None
}

async fn resolve(host: &str) -> Vec<SocketAddr> {
    if let Ok(address) = host.parse() {
        return vec![address];
    }
    let Ok(named) = gio::NetworkAddress::parse(host, 0) else {
        return Vec::new();
    };
    let found = named.enumerate();
    let mut addresses = Vec::new();
    while let Ok(Some(address)) = found.next_future().await {
        let address = address.downcast::<gio::InetSocketAddress>();
        addresses.extend(address.map(SocketAddr::from));
        if addresses.len() >= MAX_RESOLVED {
            break;
        }
    }
    addresses
}

async fn connect(to: SocketAddr, from: Option<u16>) -> Result<gio::SocketConnection, glib::Error> {
    let socket = open(to.is_ipv6())?;
    if let Some(port) = from {
        // Without the port, the call comes from another one. GIO’s own way to bind does not share ports.
        let _ = bind_shared(&socket, SocketAddr::new(any_address(to.is_ipv6()), port));
    }
    let connection = socket.connection_factory_create_connection();
    connection
        .connect_future(&gio::InetSocketAddress::from(to))
        .await?;
    Ok(connection)
}

/// Binds a socket to a port at which another one listens.
fn bind_shared(socket: &gio::Socket, address: SocketAddr) -> rustix::io::Result<()> {
    sockopt::set_socket_reuseaddr(socket, true)?;
    sockopt::set_socket_reuseport(socket, true)?;
    rustix::net::bind(socket, &address)
}

fn open(is_six: bool) -> Result<gio::Socket, glib::Error> {
    let family = match is_six {
        true => gio::SocketFamily::Ipv6,
        false => gio::SocketFamily::Ipv4,
    };
    gio::Socket::new(family, gio::SocketType::Stream, gio::SocketProtocol::Tcp)
}

fn any_address(is_six: bool) -> IpAddr {
    match is_six {
        true => Ipv6Addr::UNSPECIFIED.into(),
        false => Ipv4Addr::UNSPECIFIED.into(),
    }
}

/// Whether an error may be one of the port that is dialed from: not one of those that the other side causes.
fn is_about_port(error: &glib::Error) -> bool {
    use gio::IOErrorEnum::{ConnectionRefused, HostUnreachable, NetworkUnreachable, TimedOut};
    let causes = [
        ConnectionRefused,
        HostUnreachable,
        NetworkUnreachable,
        TimedOut,
    ];
    !causes.iter().any(|cause| error.matches(*cause))
}

/// Whether an address is the one at which this program listens. A socket that dials itself is connected.
fn is_own(address: SocketAddr, port: Option<u16>) -> bool {
    // The way to an own address begins there.
    port == Some(address.port()) && source_address(address) == Some(address.ip())
}

/// Own address at which the way to another one begins. Nothing is sent.
pub(super) fn source_address(to: SocketAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind((any_address(to.is_ipv6()), 0)).ok()?;
    socket.connect(to).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_comes_from_the_port_that_is_listened_at_and_no_other_program_shares() {
        let context = glib::MainContext::new();
        let test = || {
            for any in [any_address(false), any_address(true)] {
                let called = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
                let host = called.local_addr().expect("an address").to_string();
                let listener = gio::SocketListener::new();
                let port = listen(&listener, (any, 0).into()).expect("a port");
                let stream = context.block_on(dial(&host, Some(port)));
                let (_, caller) = called.accept().expect("a call");
                assert_eq!(caller.port(), port);
                let other = gio::SocketListener::new();
                assert!(listen(&other, (any, port).into()).is_err());
                drop(stream);
            }
        };
        context.with_thread_default(test).expect("a context");
    }
}
