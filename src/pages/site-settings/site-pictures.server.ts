import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { logChange } from '../../accounts/manage-forms/items.server.ts'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { makeIcons, makePicture } from '../../people/profiles/picture.server.ts'
import { sweepFolder } from '../../platform/files/file-sweep.server.ts'
import type { Files } from '../../platform/files/files.server.ts'
import { newId } from '../../platform/ids.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { ICON_PIXELS, iconSource } from '../../platform/site-icons.ts'
import {
  LOGO_PIXELS,
  SITE_PICTURE_LIMIT,
  SITE_PICTURE_RATE_LIMIT,
  SITE_PICTURE_TOO_LARGE,
  SITE_PICTURES,
  type SitePicture,
} from './site-picture-policy.ts'
import { SETTINGS_ID } from './sql.server.ts'

const FOLDER = 'site'

/** See imageUploads(). */
export const SITE_PICTURE_UPLOADS = SITE_PICTURES.map((kind) => ({
  method: 'PUT',
  path: `/api/site/${kind}`,
  limit: SITE_PICTURE_LIMIT - 1,
  message: SITE_PICTURE_TOO_LARGE,
  rate: SITE_PICTURE_RATE_LIMIT,
}))

/** Stores the logo or icon and returns its path. Throws PictureRejectedError. */
export async function storeSitePicture(files: Files, kind: SitePicture, bytes: Uint8Array): Promise<string> {
  // A new name for each upload, because browsers cache files for ever.
  const name = createHash('sha256').update(newId()).digest('hex').slice(0, 24)
  if (kind === 'logo') {
    const { width, height, bytes: logo } = await makePicture(bytes, LOGO_PIXELS)
    const key = `${FOLDER}/${name}-${width}x${height}.webp`
    await files.write(key, logo)
    return `/files/${key}`
  }
  const icons = await makeIcons(bytes, ICON_PIXELS)
  await Promise.all(
    Array.from(icons, ([pixels, icon]) => files.write(`${FOLDER}/${name}-${pixels}.png`, icon)),
  )
  return `/files/${FOLDER}/${name}-512.png`
}

/**
 * Replaces a picture's path and logs the change. Does not change `updated_at`, so that an open form can still be saved.
 * The former files are deleted by a job after a day, because cached pages still refer to them.
 */
export function replaceSitePicture(
  db: Kysely<DB>,
  by: string,
  kind: SitePicture,
  path: string | null,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('site_settings')
      .set({ [kind]: path })
      .where(kind, 'is distinct from', path)
      .returning('name')
      .executeTakeFirst()
    if (!changed) return
    const name = changed.name ?? 'settings'
    await logChange(trx, { item_id: SETTINGS_ID, kind: 'site', name, act: 'updated', fields: [kind], by })
  })
}

const sweep = job<object>('sweep-site-pictures')

/** Schedules the deletion of files that the settings no longer refer to. */
export function handleSitePictureJobs(services: Pick<Services, 'db' | 'files'>, jobs: Pick<Jobs, 'every'>) {
  jobs.every('57 4 * * *', sweep, () => sweepSitePictures(services))
}

export async function sweepSitePictures({ db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  await sweepFolder(files, FOLDER, async () => {
    const { logo, icon } = await db
      .selectFrom('site_settings')
      .select(['logo', 'icon'])
      .executeTakeFirstOrThrow()
    const paths = [logo, ...ICON_PIXELS.map((pixels) => icon && iconSource(icon, pixels))]
    return new Set(paths.flatMap((path) => (path ? [path.slice('/files/'.length)] : [])))
  })
}
