import { sql } from 'kysely'
import { pictureKey } from '../../content/pictures/key.ts'
import { storePicture } from '../../people/profiles/avatar.server.ts'
import { type ImportFiles, readPicture, readSquares } from '../files/import-files.server.ts'
import { importedId } from '../imported-id.ts'
import type { Outcome } from '../records.ts'
import { findImported, insertJson, type Writer } from './batch.server.ts'
import { NO_MEMBER } from './relations.server.ts'

/** The ids of pictures begin with this time, so that they are the same in each run. */
const ID_TIME = '2000-01-01T00:00:00Z'

/** Stores the pictures of texts. The files come first, so that no row refers to a missing one. */
export function writePictures(files: ImportFiles): Writer<'picture'> {
  return async (write, records) => {
    const outcomes: Outcome[] = []
    const rows: object[] = []
    const members = await findImported(
      write,
      'member',
      records.map(({ author }) => author),
    )
    for (const { old_id, author, path } of records) {
      const picture = await readPicture(files, path)
      if (typeof picture === 'string') {
        outcomes.push({ old_id, problem: picture })
        continue
      }
      const { bytes, width, height } = picture
      const id = importedId(write.source, 'picture', old_id, ID_TIME)
      await files.storage?.write(pictureKey(id), bytes)
      const author_id = members.get(author ?? '') ?? null
      rows.push({ id, author_id, width, height, bytes: bytes.byteLength, created_at: new Date() })
      outcomes.push({ old_id, id })
    }
    await insertJson(write.trx, 'pictures', rows)
    return outcomes
  }
}

/** Gives imported members their avatar, unless they have one. */
export function writeAvatars(files: ImportFiles): Writer<'avatar'> {
  return async (write, records) => {
    const outcomes: Outcome[] = []
    const urls: { id: string; url: string }[] = []
    const members = await findImported(
      write,
      'member',
      records.map(({ member }) => member),
    )
    for (const { old_id, member, path } of records) {
      const userId = members.get(member)
      const squares = await readSquares(files, path)
      if (!userId || typeof squares === 'string') {
        outcomes.push({ old_id, problem: userId ? String(squares) : NO_MEMBER })
        continue
      }
      if (files.storage) urls.push({ id: userId, url: await storePicture(files.storage, userId, squares) })
      outcomes.push({ old_id, id: importedId(write.source, 'avatar', old_id, ID_TIME) })
    }
    // After all files, so that the profiles are not locked meanwhile.
    await sql`
      update profiles p set avatar_url = a.url
      from jsonb_to_recordset(${JSON.stringify(urls)}::jsonb) as a (id uuid, url text)
      where p.id = a.id and p.avatar_url is null`.execute(write.trx)
    return outcomes
  }
}
