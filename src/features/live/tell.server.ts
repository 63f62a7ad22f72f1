import type { Services } from '../../api/core/context.server.ts'
import { type Envelope, LIVE_CHANNEL, type PersonalEvent, type PublicEvent } from './events.ts'

/** After the commit: whatever tabs this member has open hear it, on every node. */
export function tell(context: Pick<Services, 'bus'>, to: string, event: PersonalEvent): void {
  context.bus.publish(LIVE_CHANNEL, { to, event } satisfies Envelope)
}

/** After the commit: every open stream hears it, on every node. */
export function tellEverybody(context: Pick<Services, 'bus'>, event: PublicEvent): void {
  context.bus.publish(LIVE_CHANNEL, { event } satisfies Envelope)
}
