import { job } from '../platform/jobs/jobs.server.ts'

/** Job that redraws a post's social image, or deletes it if the post isn't public (content/social-images). */
export const updateSocialImage = job<{ post_id: string }>('update-social-image')
