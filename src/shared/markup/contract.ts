import * as z from 'zod'

/** The rendered form of a stored text. */
export const contentHtml = z.string().meta({
  description:
    'Safe HTML of the text, with links, mentions, code and quotations. Links within the forum are paths.',
})
