import { guards } from '../../core/procedure.server.ts'
import { type MarkupSource, renderMarkup } from '../../shared/markup/markup.server.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { COMMENT_LIMIT } from '../comments/policy.ts'
import { CONTENT_TOO_MANY_TAGS, contentTooLong, HTML_LIMITS } from '../posts/policy.ts'
import { toStoredText } from '../posts/write/sanitize.server.ts'
import { previewsContract as contract } from './contract.ts'

const { member } = guards(contract)

export const previewsProcedures = {
  create: member.create.handler(async ({ context, input, errors }) => {
    const message = problemOf(input)
    const source: MarkupSource | undefined =
      message || !input.format ? { content: input.content } : toStoredText(input.content, input.format)
    if (message || !source)
      throw errors.BAD_REQUEST({ message: message ?? CONTENT_TOO_MANY_TAGS, data: { field: 'content' } })
    const [content_html = ''] = await renderMarkup(context, [source])
    return { content_html }
  }),
}

function problemOf({ content, format }: { content: string; format?: 'rich' | 'plain' | undefined }) {
  if (content.length <= (format ? HTML_LIMITS[format] : COMMENT_LIMIT)) return undefined
  return format
    ? contentTooLong(format)
    : `A comment can have at most ${formatNumber(COMMENT_LIMIT)} characters.`
}
