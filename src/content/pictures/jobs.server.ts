import type { Services } from '../../core/context.server.ts'
import { sweepFolder } from '../../platform/files/file-sweep.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { PICTURE_FOLDER, pictureKey } from './key.ts'
import { deleteUnusedPictures, findExistingPictures } from './sql.server.ts'

const deletion = job<object>('delete-unused-pictures')
const sweep = job<object>('sweep-picture-files')
const BATCH = 200

type Needs = Pick<Services, 'db' | 'files'>

/** Schedules the deletion of unused pictures every hour, and of files that a crash left behind every day. */
export function handlePictureJobs(services: Needs, jobs: Pick<Jobs, 'every'>): void {
  jobs.every('23 * * * *', deletion, () => deleteUnused(services))
  jobs.every('47 4 * * *', sweep, () => sweepPictureFiles(services))
}

/** Deletes the rows first, so that no row refers to a missing file. */
export async function deleteUnused({ db, files }: Needs): Promise<void> {
  for (;;) {
    const ids = await deleteUnusedPictures(db, BATCH)
    for (const id of ids) await files.remove(pictureKey(id))
    if (ids.length < BATCH) return
  }
}

export async function sweepPictureFiles({ db, files }: Needs): Promise<void> {
  await sweepFolder(files, PICTURE_FOLDER, async (keys) => {
    const ids = keys.map((key) => key.slice(PICTURE_FOLDER.length + 1, -'.webp'.length)).filter(isUuid)
    return new Set((await findExistingPictures(db, ids)).map(pictureKey))
  })
}
