import type { Kysely } from 'kysely'
import type { CurrentSettings, Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { type Theme, textOnAccent } from '../../platform/accent.ts'
import { type Registration, SITE_TEXTS, type Site, siteOf } from '../../platform/site.ts'
import type { StoredSiteSettings } from './contract.ts'
import { readRegistration, readSettings } from './sql.server.ts'

const CHANNEL = 'site-settings'
/** Settings that show whether anything has changed. */
const KEYS = ['updated_at', 'logo', 'icon'] as const

type Needs = Pick<
  Services,
  'background' | 'bus' | 'config' | 'responseCache' | 'suggestionCache' | 'visitorDb'
>

/** The site's settings in memory. Each page shows the name, so a change clears all nodes' response caches. */
export class SiteSettings implements CurrentSettings {
  /** Undefined until the settings are loaded. Until then, `site` comes from the configuration alone. */
  settings: StoredSiteSettings | undefined
  site: Site
  private readonly services: Needs
  private readonly watchers = new Set<(site: Site) => void>()
  /** The latest read. The next one waits for it, so that old settings never overwrite newer ones. */
  private reading: Promise<unknown> = Promise.resolve()

  constructor(services: Needs) {
    this.services = services
    this.site = siteOf(services.config)
    const { background, bus } = services
    // Runs as background work, so that a shutdown waits for the query. Otherwise it might never end.
    const readAgain = () => background.add('reloading the settings', this.load())
    bus.subscribe(CHANNEL, readAgain)
    bus.onGap(readAgain)
  }

  load(db: Kysely<DB> = this.services.visitorDb): Promise<void> {
    const reading = this.reading
      .catch(() => {})
      .then(async () => this.take(await readSettings(db), await readRegistration(db)))
    this.reading = reading
    return reading
  }

  async changed(db: Kysely<DB>): Promise<void> {
    await this.load(db)
    this.services.bus.publish(CHANNEL, {})
  }

  watch(watcher: (site: Site) => void): void {
    this.watchers.add(watcher)
    watcher(this.site)
  }

  private take(settings: StoredSiteSettings, registration: Registration): void {
    // Uploaded pictures do not change `updated_at`, so that an open form can still be saved.
    const isNew =
      KEYS.some((key) => this.settings?.[key] !== settings[key]) ||
      (this.site.registration ?? 'open') !== registration
    this.settings = settings
    this.site = siteWith(siteOf(this.services.config), { ...settings, registration })
    if (!isNew) return
    for (const watcher of this.watchers) watcher(this.site)
    this.services.responseCache.clear()
    this.services.suggestionCache.clear()
  }
}

const OPTIONAL = ['description', 'contact', 'headline', 'introduction', 'logo', 'icon'] as const

/** Adds the settings to the configured site. Omits default values, to shorten responses. */
function siteWith(site: Site, settings: StoredSiteSettings): Site {
  const { name, registration, pictures } = settings
  const texts = SITE_TEXTS.filter((text) => settings[text] !== '')
  const accents = accentProperties(settings)
  return {
    ...site,
    ...(name && { product: name, name }),
    ...Object.fromEntries(OPTIONAL.flatMap((key) => (settings[key] ? [[key, settings[key]]] : []))),
    ...(Object.keys(accents).length > 0 && { accents }),
    ...(texts.length > 0 && { texts }),
    ...(registration !== 'open' && { registration }),
    ...(pictures === 'off' && { pictures }),
  }
}

function accentProperties({ accent_dark, accent_light }: StoredSiteSettings): Record<`--${string}`, string> {
  const ofTheme = (theme: Theme, accent: string | null) =>
    accent ? { [`--accent-${theme}`]: accent, [`--on-accent-${theme}`]: textOnAccent(accent) } : {}
  return { ...ofTheme('dark', accent_dark), ...ofTheme('light', accent_light) }
}
