/** Maximum bytes of an uploaded file. Phones make photos of up to 8 MB. */
export const PICTURE_FILE_MAX = 10 * 1024 * 1024
export const PICTURE_TOO_LARGE = 'A picture can have at most 10 MB.'
export const NO_PICTURE = 'This file isn’t a picture. Use a JPEG, PNG, WebP, GIF or AVIF file.'
export const PICTURE_DAMAGED = 'This picture is damaged or too large to open. Please try another one.'

/** Maximum bytes of all stored pictures of a member, as in db/schema/pictures.sql. */
export const PICTURE_QUOTA = 200 * 1024 * 1024
export const PICTURES_FULL =
  'You’ve reached 200 MB of pictures. Delete some from your posts and comments first.'
export const PICTURES_OFF = 'The admins of this forum have turned off pictures.'

/** Longest side of a stored picture in pixels. Larger pictures are made smaller. */
export const PICTURE_PIXELS = 1600
/** Largest size in CSS pixels at which a picture is shown: the width of the text column. */
export const SHOWN_WIDTH = 720
export const SHOWN_HEIGHT = 640

/** Maximum pictures shown in a text. Further ones stay text. */
export const PICTURES_PER_TEXT = 20
export const PICTURE_DESCRIPTION_MAX = 300

/** Image types in file dialogs. HEIC is not listed, so phones convert their photos to JPEG. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
