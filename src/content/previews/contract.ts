import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { manyLines } from '../../platform/text.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
import { contentTooLong, HTML_LIMITS } from '../posts/policy.ts'

const PREVIEW_RATE_LIMIT: RateLimit = {
  name: 'previews',
  account: { times: 120, seconds: 600 },
  address: { times: 600, seconds: 600 },
}

export const previewsContract = {
  create: rateLimited(PREVIEW_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/previews',
      summary: 'Render a text as it would be published',
      tags: ['Posts'],
    })
    .input(
      z.object({
        content: z.string().overwrite(manyLines).max(HTML_LIMITS.rich, contentTooLong('rich')),
        format: z
          .enum(['rich', 'plain'])
          .optional()
          .meta({ description: 'Format of a post’s content. Without it, the text of a comment.' }),
      }),
    )
    .errors({ BAD_REQUEST: { message: contentTooLong('rich'), data: z.object({ field: z.string() }) } })
    .output(z.object({ content_html: contentHtml })),
}
