import { updateItem } from '../../accounts/manage-forms/items.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import { siteContract as contract, type StoredSiteSettings } from './contract.ts'
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
}
