import * as z from 'zod'

/** Beside a text as it is stored: the same as it is shown. */
export const contentHtml = z.string().meta({
  description:
    'Safe HTML to show: the text with links, names of members, code and quotations marked. Links within the forum are paths.',
})
