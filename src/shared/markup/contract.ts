import * as z from 'zod'

/** The safe HTML rendered from a stored text. */
export const contentHtml = z.string().meta({
  description:
    'Safe HTML of the text, with links, mentions, code and quotations. Links within the forum are paths.',
})
