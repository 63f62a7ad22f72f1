import * as z from 'zod'

/** The safe HTML rendered from a stored text. */
export const contentHtml = z.string().meta({
  description:
    'Safe HTML of the text, rendered from Markdown, with links and mentions. Links within the forum are paths.',
})
