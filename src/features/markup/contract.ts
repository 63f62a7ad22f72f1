import * as z from 'zod'

/** The rendered form of a stored text. */
export const contentHtml = z.string().meta({
  description:
    'Safe HTML to show: the text with links, names of members, code and quotations marked. Links within the forum are paths.',
})
