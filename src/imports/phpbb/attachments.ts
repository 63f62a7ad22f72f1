import { type FindPicture, pictureLinks } from '../files/picture-links.ts'

/**
 * Attachments are rows of their own. For each one, the records append an element to the text, the newest first, as the
 * text counts them.
 */
const ATTACHED = /<ATTACHED path="([^"]*)" name="([^"]*)" image="([01])">/g

/** SQL for the elements of a post. */
export const attachedTo = (post: string) => `coalesce((
  select string_agg('<ATTACHED path="files/' || a.physical_filename || '" name="' || translate(a.real_filename, '"[]', '')
    || '" image="' || (case when a.mimetype like 'image/%' then 1 else 0 end) || '">', '' order by import_source.whole(a.attach_id) desc)
  from import_source.attachments a
  where a.post_msg_id = ${post} and a.in_message = '0' and a.is_orphan = '0' and a.physical_filename ~ '^[0-9A-Za-z_.-]+$'), '')`

/** Attached pictures in Markdown. */
const pictures = pictureLinks(String.raw`phpbb:(files\/[\w.-]+)`)

export function uploadsIn(markup: string): string[] {
  return Array.from(markup.matchAll(ATTACHED), ([, path = '', , isImage]) =>
    isImage === '1' ? path : '',
  ).filter(Boolean)
}

/** Replaces attached pictures that were imported. Others become their name. */
export const showAttached = (markdown: string, findPicture: FindPicture) =>
  pictures.replace(markdown, findPicture).replace(/!\[([^[\]\n]*)\]\(phpbb:[^()\s]+\)/g, '$1')

/**
 * Puts attached pictures where the text names them, as `<img>`. Those that it does not name come last, if they were
 * imported.
 */
export function placeAttached(markup: string, findPicture: FindPicture): string {
  const attached = Array.from(markup.matchAll(ATTACHED), ([, path = '', name = '', isImage]) => ({
    image: isImage === '1' ? `<img src="phpbb:${path}" alt="${name}">` : name,
    isShown: isImage === '1' && findPicture(path) !== undefined,
  }))
  if (attached.length === 0) return markup
  const placed = new Set<number>()
  const text = markup.replace(ATTACHED, '').replace(INLINE, (whole, xml?: string, bbcode?: string) => {
    const index = Number(xml ?? bbcode)
    placed.add(index)
    return attached[index]?.image ?? whole
  })
  const rest = attached
    .filter(({ isShown }, index) => isShown && !placed.has(index))
    .map(({ image }) => image)
  return text + rest.map((image) => `<p>${image}</p>`).join('')
}

/** An attachment in the text, as XML or as BBCode. Each part ends where another could begin, so the time is linear. */
const INLINE = new RegExp(
  [
    String.raw`<ATTACHMENT [^<>]*?index="(\d{1,4})"[^<>]*>(?:<s>[^<]*<\/s>)?[^<]*(?:<e>[^<]*<\/e>)?<\/ATTACHMENT>`,
    String.raw`\[attachment=(\d{1,4}):[a-z0-9]{5,8}\][^[\]]*\[\/attachment:[a-z0-9]{5,8}\]`,
  ].join('|'),
  'g',
)
