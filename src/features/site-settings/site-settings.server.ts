import type { Kysely } from 'kysely'
import type { Services } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { type Registration, SITE_TEXTS, type Site, siteOf } from '../../platform/site.ts'
import type { Settings } from './contract.ts'
import { readRegistration, readSettings } from './sql.server.ts'

const CHANNEL = 'site-settings'

type Needs = Pick<
  Services,
  'background' | 'bus' | 'config' | 'responseCache' | 'suggestionCache' | 'visitorDb'
>

declare module '../../api/core/context.server.ts' {
  interface Services {
    siteSettings: SiteSettings
  }
}

/**
 * What admins say of the forum itself, kept in memory, since every page needs it: no page asks the database for it. A
 * node that hears of a change reads it again, and then makes all public answers anew: the name is on each of them.
 */
export class SiteSettings {
  /** As it was read last; undefined until then, when everything is as the configuration has it. */
  settings: Settings | undefined
  /** What pages, mails and feeds know of the forum. */
  site: Site
  private readonly services: Needs
  private readonly watchers = new Set<(site: Site) => void>()
  /** One after the other: what was read first must not take the place of what was read later. */
  private reading: Promise<unknown> = Promise.resolve()

  constructor(services: Needs) {
    this.services = services
    this.site = siteOf(services.config)
    const { background, bus } = services
    // A stop waits for it: what is asked of the database while it is left never ends.
    const readAgain = () => background.add('reading the settings again', this.load())
    bus.subscribe(CHANNEL, readAgain)
    bus.onGap(readAgain)
  }

  /** Reads them anew, and drops what was made of other ones. */
  load(db: Kysely<DB> = this.services.visitorDb): Promise<void> {
    const reading = this.reading
      .catch(() => {})
      .then(async () => this.take(await readSettings(db), await readRegistration(db)))
    this.reading = reading
    return reading
  }

  /** After the commit of a change: this node knows it when this resolves, the others a moment later. */
  async changed(db: Kysely<DB>): Promise<void> {
    await this.load(db)
    this.services.bus.publish(CHANNEL, {})
  }

  /** Tells `watcher` what pages know, now and after each change. */
  watch(watcher: (site: Site) => void): void {
    this.watchers.add(watcher)
    watcher(this.site)
  }

  private take(settings: Settings, registration: Registration): void {
    const isNew =
      this.settings?.updated_at !== settings.updated_at || (this.site.registration ?? 'open') !== registration
    this.settings = settings
    this.site = siteWith(siteOf(this.services.config), { ...settings, registration })
    if (!isNew) return
    for (const watcher of this.watchers) watcher(this.site)
    this.services.responseCache.clear()
    this.services.suggestionCache.clear()
  }
}

/** A forum about which admins have said nothing is as it was without them, to the byte. */
function siteWith(site: Site, settings: Settings): Site {
  const { name, description, contact, registration } = settings
  const texts = SITE_TEXTS.filter((text) => settings[text] !== '')
  return {
    ...site,
    ...(name && { product: name, name }),
    ...(description && { description }),
    ...(contact && { contact }),
    ...(texts.length > 0 && { texts }),
    ...(registration !== 'open' && { registration }),
  }
}
