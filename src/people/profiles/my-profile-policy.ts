/** Maximum characters, the same as in db/schema/profiles.sql. */
export const FULL_NAME_MAX = 100
export const LOCATION_MAX = 100
/** Maximum characters of a bio (spec, section 9). */
export const BIO_MAX = 500

/** Maximum former usernames of a member, which are reserved for 90 days. Prevents hoarding names. */
export const FORMER_NAMES_MAX = 10

export const INVISIBLE = 'A name can’t contain invisible characters.'

/** Whether a name has invisible characters (UAX 44), except joiners that scripts and emoji need. */
export function hasInvisible(name: string): boolean {
  return UNSEEN.test(name.replace(JOINED, ''))
}

// Joiners are allowed in these scripts (UAX 31) and in emoji. "\u{fe0f}" requests the emoji presentation.
const JOINED =
  /(?<=[\p{Script=Arab}\p{Script=Beng}\p{Script=Deva}\p{Script=Gujr}\p{Script=Guru}\p{Script=Knda}\p{Script=Khmr}\p{Script=Mlym}\p{Script=Orya}\p{Script=Sinh}\p{Script=Syrc}\p{Script=Taml}\p{Script=Telu}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f/gu
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Bytes that an image must stay below (spec, section 5). Photos taken by phones are usually smaller. */
export const AVATAR_LIMIT = 5 * 1024 * 1024
export const AVATAR_TOO_LARGE = 'Image size must be less than 5MB'
export const AVATAR_NO_IMAGE = 'Please select an image file'
/** Error for images in other formats, such as HEIC and TIFF. */
export const AVATAR_UNREADABLE = 'This image format can’t be read. Use a JPEG, PNG, WebP, GIF or AVIF file.'

/** Who can send messages to a member (db/schema/profiles.sql). */
export const MESSAGES_FROM = ['everyone', 'followed', 'nobody'] as const
export type MessagesFrom = (typeof MESSAGES_FROM)[number]
