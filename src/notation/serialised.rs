//! Texts of positions, moves and games for `serde`. Each value is serialised as its `Display` text.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Fen, Pgn, San, Uci};

macro_rules! as_text {
    ($($type:ty),+) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    <Cow<'de, str>>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
                }
            }
        )+
    };
}

as_text!(Fen, Pgn, San, Uci);
