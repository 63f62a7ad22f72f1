import { updateItem } from '../../accounts/manage-forms/items.server.ts'
import type { Context } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { PictureRejectedError } from '../../people/profiles/picture.server.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import { siteContract as contract, type StoredSiteSettings } from './contract.ts'
import { SITE_PICTURE_LIMIT, type SitePicture } from './site-picture-policy.ts'
import { replaceSitePicture, storeSitePicture } from './site-pictures.server.ts'
import type { SiteSettings } from './site-settings.server.ts'
import { readSettings, SETTINGS_ID } from './sql.server.ts'

const { admin, visitor } = guards<typeof contract, { siteSettings: SiteSettings }>(contract)

export const siteProcedures = {
  // Adds no cache tag, because a change of the settings clears the whole cache (site-settings.server.ts).
  read: visitor.read.handler(({ context: { siteSettings } }) => {
    const { texts, providers, ...rest } = siteSettings.site
    return { ...rest, ...(texts && { texts: [...texts] }), ...(providers && { providers: [...providers] }) }
  }),

  text: visitor.text.handler(async ({ context, input: { name }, errors }) => {
    const { settings } = context.siteSettings
    const text = settings?.[name]
    if (!text) throw errors.NOT_FOUND()
    const [text_html = ''] = await renderMarkup(context, [{ content: text }])
    return { text, text_html, updated_at: settings.updated_at }
  }),

  settings: admin.settings.handler(({ context: { db } }) => readSettings(db)),

  update: admin.update.handler(async ({ context, input, errors }) => {
    const { db, viewer, siteSettings } = context
    const outcome = await updateItem(db, 'site_settings', viewer.id, { ...input, id: SETTINGS_ID })
    if (outcome === 'outdated') throw errors.CONFLICT()
    await siteSettings.changed(db)
    return siteSettings.settings as StoredSiteSettings
  }),

  setLogo: admin.setLogo.handler(({ context, input, errors }) => savePicture(context, 'logo', input, errors)),
  removeLogo: admin.removeLogo.handler(({ context }) => showPicture(context, 'logo', null)),
  setIcon: admin.setIcon.handler(({ context, input, errors }) => savePicture(context, 'icon', input, errors)),
  removeIcon: admin.removeIcon.handler(({ context }) => showPicture(context, 'icon', null)),
}

type PictureErrors = Record<
  'PAYLOAD_TOO_LARGE' | 'UNPROCESSABLE_CONTENT' | 'UNSUPPORTED_MEDIA_TYPE',
  () => Error
>
type SiteContext = Context & { siteSettings: SiteSettings; viewer: Viewer }

async function savePicture(context: SiteContext, kind: SitePicture, file: File, errors: PictureErrors) {
  if (file.size >= SITE_PICTURE_LIMIT) throw errors.PAYLOAD_TOO_LARGE()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const path = await storeSitePicture(context.files, kind, bytes).catch((error: unknown) => {
    if (!(error instanceof PictureRejectedError)) throw error
    throw error.reason === 'damaged' ? errors.UNPROCESSABLE_CONTENT() : errors.UNSUPPORTED_MEDIA_TYPE()
  })
  return showPicture(context, kind, path)
}

async function showPicture(context: SiteContext, kind: SitePicture, path: string | null) {
  const { db, viewer, siteSettings } = context
  await replaceSitePicture(db, viewer.id, kind, path)
  await siteSettings.changed(db)
  return siteSettings.settings as StoredSiteSettings
}
