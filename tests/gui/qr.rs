//! Codes of invitations: another program’s reader finds in them what was written.

use chuhe::paint::Qr;
use chuhe::remote::Invitation;
use std::net::IpAddr;

/// A picture in gray, by rows.
fn gray(code: &Qr, pixels: u32) -> Vec<Vec<u8>> {
    let mut surface = code.raster(pixels).expect("a picture");
    let stride = usize::try_from(surface.stride()).expect("a width");
    let data = surface.data().expect("pixels");
    let rows = data.chunks_exact(stride);
    let row = |row: &[u8]| {
        row.chunks_exact(4)
            .map(|pixel| pixel[1])
            .collect::<Vec<_>>()
    };
    rows.map(|all| row(&all[..4 * pixels as usize])).collect()
}

fn read(picture: &[Vec<u8>]) -> String {
    let size = picture.len();
    let mut prepared =
        rqrr::PreparedImage::prepare_from_greyscale(size, size, |x, y| picture[y][x]);
    let codes = prepared.detect_grids();
    assert_eq!(codes.len(), 1, "codes in the picture");
    codes[0].decode().expect("a code that can be read").1
}

#[test]
fn a_reader_finds_the_invitation_in_its_picture() {
    let addresses = ["2001:db8::7", "203.0.113.7", "192.168.1.7", "fd00::1"];
    let addresses: Vec<IpAddr> = addresses
        .iter()
        .map(|text| text.parse().expect("an address"))
        .collect();
    for count in 0..=addresses.len() {
        let sent = Invitation::new(&addresses[..count], 40_123, *b"0123456789");
        let code = Qr::new(&sent.to_string().to_uppercase()).expect("a short text");
        let natural = 5 * u32::try_from(code.modules()).expect("a width");
        for pixels in [natural, 2 * natural, natural + 37] {
            let read = read(&gray(&code, pixels));
            assert_eq!(
                read.parse(),
                Ok(sent.clone()),
                "{count} addresses, {pixels} pixels"
            );
        }
    }
}

#[test]
fn every_module_is_equally_wide_and_there_is_white_around_them() {
    let code = Qr::new("CHUHE:0123456789").expect("a short text");
    let modules = usize::try_from(code.modules()).expect("a width");
    let picture = gray(&code, u32::try_from(3 * modules + 2).expect("a width"));
    let picture: Vec<_> = picture[1..=3 * modules]
        .iter()
        .map(|row| &row[1..=3 * modules])
        .collect();
    for (y, row) in picture.iter().enumerate() {
        for (x, pixel) in row.iter().enumerate() {
            assert!([0, 255].contains(pixel));
            assert_eq!(*pixel, picture[y / 3 * 3][x / 3 * 3]);
            let is_quiet = [x, y].iter().any(|at| at / 3 < 4 || at / 3 >= modules - 4);
            assert!(!is_quiet || *pixel == 255, "white at {x}, {y}");
        }
    }
}
