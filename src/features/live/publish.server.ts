import type { Services } from '../../api/core/context.server.ts'
import { LIVE_CHANNEL, type LiveEnvelope, type PersonalEvent, type PublicEvent } from './events.ts'

/** After the commit: whatever tabs this member has open hear it, on every node. */
export function publishToMember(context: Pick<Services, 'bus'>, to: string, event: PersonalEvent): void {
  context.bus.publish(LIVE_CHANNEL, { to, event } satisfies LiveEnvelope)
}

/** After the commit: every open stream hears it, on every node. */
export function broadcast(context: Pick<Services, 'bus'>, event: PublicEvent): void {
  context.bus.publish(LIVE_CHANNEL, { event } satisfies LiveEnvelope)
}
