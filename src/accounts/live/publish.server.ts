import type { Services } from '../../core/context.server.ts'
import { LIVE_CHANNEL, type LiveEnvelope, type PersonalEvent, type PublicEvent } from './events.ts'

/** Call after the commit. Reaches all tabs of the member on every node. */
export function publishToMember(context: Pick<Services, 'bus'>, to: string, event: PersonalEvent): void {
  context.bus.publish(LIVE_CHANNEL, { to, event } satisfies LiveEnvelope)
}

/** Call after the commit. Reaches every open stream on every node. */
export function broadcast(context: Pick<Services, 'bus'>, event: PublicEvent): void {
  context.bus.publish(LIVE_CHANNEL, { event } satisfies LiveEnvelope)
}
