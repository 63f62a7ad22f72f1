import type { Context } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { makePicture, PictureRejectedError } from '../../people/profiles/picture.server.ts'
import { newId } from '../../platform/ids.ts'
import {
  PICTURE_FILE_MAX,
  PICTURE_PIXELS,
  PICTURES_FULL,
  PICTURES_OFF,
} from '../../shared/pictures/policy.ts'
import { pictureAddress } from '../../shared/pictures/syntax.ts'
import { picturesContract as contract } from './contract.ts'
import { pictureKey } from './key.ts'
import { deletePicture, insertPicture } from './sql.server.ts'

const { member } = guards(contract)

export const picturesProcedures = {
  create: member.create.handler(async ({ context, input, errors }) => {
    if (context.siteSettings.settings?.pictures === 'off') throw errors.FORBIDDEN()
    if (input.size > PICTURE_FILE_MAX) throw errors.PAYLOAD_TOO_LARGE()
    const { bytes, width, height } = await makePicture(
      new Uint8Array(await input.arrayBuffer()),
      PICTURE_PIXELS,
    ).catch((error: Error) => {
      if (!(error instanceof PictureRejectedError)) throw error
      throw error.reason === 'damaged' ? errors.UNPROCESSABLE_CONTENT() : errors.UNSUPPORTED_MEDIA_TYPE()
    })
    const id = newId()
    const author_id = context.viewer.id
    await insertPicture(context.db, { id, author_id, width, height, bytes: bytes.byteLength })
    await store(context, id, bytes)
    return { id, url: pictureAddress(id), width, height }
  }),
}

/** Stores the file. If that fails, deletes the row, which would otherwise count towards the quota for a day. */
async function store({ db, files, log, requestId }: Context, id: string, bytes: Uint8Array): Promise<void> {
  try {
    await files.write(pictureKey(id), bytes)
  } catch (error) {
    await deletePicture(db, id).catch((err: unknown) =>
      log.warn({ err, requestId }, 'the row of a picture that was not stored could not be deleted'),
    )
    throw error
  }
}

export const pictureConstraints: ConstraintErrors = {
  pictures_off: ['FORBIDDEN', PICTURES_OFF],
  pictures_quota: ['CONFLICT', PICTURES_FULL],
}
