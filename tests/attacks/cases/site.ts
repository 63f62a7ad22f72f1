import type { World } from '../../world.ts'
import type { Cases } from './case.ts'
import { withoutProof } from './security.ts'

const GIF = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
)
const gif = () => new File([GIF], 'a.gif', { type: 'image/gif' })

let count = 0

/** Changes settings in the database and makes the forum read them again. */
async function set(
  { db, services }: World,
  values: Partial<Record<'name' | 'logo' | 'icon', string | null>> & { terms?: string },
) {
  await db.updateTable('site_settings').set(values).execute()
  await services.siteSettings.changed(db)
}

const emptied = (world: World) => () => set(world, { name: null, terms: '', logo: null, icon: null })

/** Test cases for the site's settings. Everyone can read them, and only admins can change them. */
export const site: Cases = {
  'site.read': async (world) => {
    await set(world, { name: 'A name of its own' })
    return { input: undefined, shows: 'A name of its own', undo: emptied(world) }
  },
  'site.text': async (world) => {
    await set(world, { terms: 'Terms to show' })
    return { input: { name: 'terms' }, shows: 'Terms to show', undo: emptied(world) }
  },
  'site.text: one that nobody has written': async () => ({
    input: { name: 'privacy' },
    shows: 'text_html',
  }),
  'site.settings': async (world) => {
    await set(world, { terms: 'Terms to edit' })
    return { input: undefined, shows: 'Terms to edit', undo: emptied(world) }
  },
  'site.update': async (world) => ({ input: { name: `Name ${++count}` }, undo: emptied(world) }),
  'site.update: without a fresh proof': async (world) => ({
    input: { name: `Name ${++count}` },
    undo: await withoutProof(world),
  }),
  'site.update: as it was before': async () => ({
    input: { name: `Name ${++count}`, updated_at: '2001-01-01T00:00:00.000000Z' },
  }),
  'site.setLogo': async (world) => ({ input: gif(), undo: emptied(world) }),
  'site.setLogo: without a fresh proof': async (world) => ({ input: gif(), undo: await withoutProof(world) }),
  'site.removeLogo': async (world) => {
    await set(world, { logo: '/files/site/0123456789abcdef01234567-9x9.webp' })
    return { input: undefined, undo: emptied(world) }
  },
  'site.setIcon': async (world) => ({ input: gif(), undo: emptied(world) }),
  'site.setIcon: without a fresh proof': async (world) => ({ input: gif(), undo: await withoutProof(world) }),
  'site.removeIcon': async (world) => {
    await set(world, { icon: '/files/site/0123456789abcdef01234567-512.png' })
    return { input: undefined, undo: emptied(world) }
  },
}
