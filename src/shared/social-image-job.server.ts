import { job } from '../platform/jobs/jobs.server.ts'

/** Redraws a post's social image. Deletes it if the post isn't public. Handled in content/social-images. */
export const updateSocialImage = job<{ post_id: string }>('update-social-image')
