import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import {
  NO_PICTURE,
  PICTURE_DAMAGED,
  PICTURE_TOO_LARGE,
  PICTURES_FULL,
  PICTURES_OFF,
} from '../../shared/pictures/policy.ts'

/** Allows a post with twenty pictures, some of them retried. Each upload means megabytes to read and decode. */
export const PICTURE_RATE_LIMIT: RateLimit = {
  name: 'post pictures',
  act: 'uploading',
  account: { times: 40, seconds: 600 },
  address: { times: 200, seconds: 600 },
}

export const picturesContract = oc.tag('Pictures').router({
  create: rateLimited(PICTURE_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/pictures',
      summary: 'Upload a picture for a post or comment',
      description:
        'The body is the file with its content type (such as image/png): JPEG, PNG, WebP, GIF or AVIF, detected from its bytes, ' +
        'up to 10 MB. It is stored as WebP without metadata, with at most 1,600 pixels on each side. ' +
        'To show it, write ![description](url) in your post or comment. Until then only you can see it, and it is deleted after a day.',
    })
    .input(z.file(NO_PICTURE))
    .errors({
      CONFLICT: { message: PICTURES_FULL },
      FORBIDDEN: { message: PICTURES_OFF },
      PAYLOAD_TOO_LARGE: { message: PICTURE_TOO_LARGE },
      UNSUPPORTED_MEDIA_TYPE: { message: NO_PICTURE },
      UNPROCESSABLE_CONTENT: { message: PICTURE_DAMAGED },
    })
    .output(z.object({ id: z.uuid(), url: z.string(), width: z.int(), height: z.int() })),
})
