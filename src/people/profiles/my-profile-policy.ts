/** As in db/schema/profiles.sql. */
export const FULL_NAME_MAX = 100
export const LOCATION_MAX = 100
/** Spec, section 9. */
export const BIO_MAX = 500

/** Former names stay reserved for 90 days; the limit prevents collecting them. */
export const FORMER_NAMES_MAX = 10

export const INVISIBLE = 'A name can’t contain invisible characters.'

/** UAX 44: Cf, Default_Ignorable_Code_Point. Joiners are allowed between letters that need them and inside of emoji. */
export function hasInvisible(name: string): boolean {
  return UNSEEN.test(name.replace(JOINED, ''))
}

// The scripts in which UAX 31 allows joiners; "\u{fe0f}" requests the emoji presentation.
const JOINED =
  /(?<=[\p{Script=Arab}\p{Script=Beng}\p{Script=Deva}\p{Script=Gujr}\p{Script=Guru}\p{Script=Knda}\p{Script=Khmr}\p{Script=Mlym}\p{Script=Orya}\p{Script=Sinh}\p{Script=Syrc}\p{Script=Taml}\p{Script=Telu}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f/gu
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Bytes, exclusive (spec, section 5). Photos of phones fit. */
export const AVATAR_LIMIT = 5 * 1024 * 1024
export const AVATAR_TOO_LARGE = 'Image size must be less than 5MB'
export const AVATAR_NO_IMAGE = 'Please select an image file'
/** For images such as HEIC and TIFF. */
export const AVATAR_UNREADABLE = 'This image format can’t be read. Use a JPEG, PNG, WebP, GIF or AVIF file.'

/** Senders that a member accepts messages from (db/schema/profiles.sql). */
export const MESSAGES_FROM = ['everyone', 'followed', 'nobody'] as const
export type MessagesFrom = (typeof MESSAGES_FROM)[number]
