import type { Services } from '../../core/context.server.ts'
import { type FindReferencedKeys, sweepFolder } from '../../platform/files/file-sweep.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { updateSocialImage } from '../../shared/social-image-job.server.ts'
import { imageKey, SOCIAL_IMAGE_FOLDER } from './address.ts'
import type { SocialImages } from './social-images.server.ts'
import { findAllSocialImageSubjects, findSocialImageSubject } from './sql.server.ts'

type Needs = Pick<Services, 'db' | 'siteSettings' | 'files'> & { socialImages: SocialImages }

const sweep = job<object>('sweep-social-images')

/** Lifetime of an image in milliseconds. Most links are shared within days. Later requests redraw it. */
const KEPT = 90 * 24 * 60 * 60 * 1000

export function handleSocialJobs(services: Needs, jobs: Pick<Jobs, 'handle' | 'every'>): void {
  const { db, socialImages } = services
  jobs.handle(updateSocialImage, async ({ post_id }) => {
    const post = await findSocialImageSubject(db, post_id)
    if (!post) await socialImages.remove(post_id)
    else if (!(await socialImages.find(post))) await socialImages.draw(post)
  })
  jobs.every('52 4 * * *', sweep, () => sweepSocialImages(services))
}

export async function sweepSocialImages({
  db,
  files,
  siteSettings,
}: Pick<Needs, 'db' | 'files' | 'siteSettings'>): Promise<void> {
  const referred: FindReferencedKeys = async (keys) => {
    const ids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))].filter(isUuid)
    return new Set(
      (await findAllSocialImageSubjects(db, ids)).map((post) => imageKey(post, siteSettings.site)),
    )
  }
  await sweepFolder(files, SOCIAL_IMAGE_FOLDER, referred, KEPT)
}
