import { job } from '../platform/jobs/jobs.server.ts'

/** Draws the social image of a post again, or deletes it if the post isn't public. Handled in content/social-images. */
export const updateSocialImage = job<{ post_id: string }>('update-social-image')
