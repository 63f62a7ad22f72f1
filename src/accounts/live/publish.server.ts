import type { Services } from '../../core/context.server.ts'
import { LIVE_CHANNEL, type LiveEnvelope, type PersonalEvent, type PublicEvent } from './events.ts'

/** Publishes an event to all tabs of a member, on every node. Call it after the commit. */
export function publishToMember(context: Pick<Services, 'bus'>, to: string, event: PersonalEvent): void {
  context.bus.publish(LIVE_CHANNEL, { to, event } satisfies LiveEnvelope)
}

/** Publishes an event to every open stream, on every node. Call it after the commit. */
export function broadcast(context: Pick<Services, 'bus'>, event: PublicEvent): void {
  context.bus.publish(LIVE_CHANNEL, { event } satisfies LiveEnvelope)
}
