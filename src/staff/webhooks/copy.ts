import type { WebhookDelivery } from './contract.ts'
import { TEST_EVENT, type WebhookEvent } from './policy.ts'

export const EVENT_TEXT: Record<WebhookEvent, string> = {
  'post.created': 'Post published',
  'post.updated': 'Post edited or restored',
  'post.deleted': 'Post deleted or removed',
  'comment.created': 'Comment published',
  'comment.updated': 'Comment edited or restored',
  'comment.deleted': 'Comment deleted or removed',
  'member.joined': 'Member joined',
  'report.created': 'Report',
  'moderation.action': 'Moderation action',
}

export function eventText(event: WebhookDelivery['event']): string {
  return event === TEST_EVENT ? 'Test' : EVENT_TEXT[event]
}

const OUTCOME_TEXT = {
  delivered: 'Delivered',
  failed: 'Failed',
  skipped: 'Not sent: no longer public',
  canceled: 'Canceled',
}

export function outcomeText({ outcome, attempts }: WebhookDelivery): string {
  if (outcome) return OUTCOME_TEXT[outcome]
  return attempts === 0 ? 'Waiting' : 'Failed, will be retried'
}
