import { sql } from 'kysely'
import type { ExportSection } from './section.server.ts'

export const accountSections: readonly ExportSection[] = [
  {
    name: 'account',
    title: 'Account and profile',
    about: 'Your profile and your settings.',
    holds: [
      'profiles.id',
      'first_steps_dismissals.user_id',
      'user_roles.user_id',
      'account_deletions.user_id',
    ],
    query: (id) => sql`
      select p.id, p.username as title, u.email, u.email_verified, p.full_name, p.bio as content, p.location,
        p.website_url, p.messages_from, p.created_at, p.established_at, p.post_count, p.comment_count,
        p.followers_count, p.following_count,
        array(select role from user_roles where user_id = p.id order by role) as roles,
        p.avatar_url is not null as has_picture,
        (select created_at from first_steps_dismissals where user_id = p.id) as first_steps_dismissed_at,
        (select to_jsonb(d) - 'user_id' - 'done' from account_deletions d where user_id = p.id) as deletion
      from profiles p join users u on u.id = p.id where p.id = ${id}`,
  },
  {
    name: 'former-names',
    title: 'Former usernames',
    about: 'Names you no longer use. They redirect to you for 90 days.',
    holds: ['former_usernames.user_id'],
    query: (id) => sql`
      select username as title, released_at from former_usernames where user_id = ${id} order by released_at desc`,
  },
  {
    name: 'notification-choices',
    title: 'Notification choices',
    about: 'The notification settings you’ve changed.',
    holds: ['notification_choices.member_id'],
    query: (id) => sql`
      select kind as title, in_app, email, coalesce(push, default_push_choice(kind)) as push
      from notification_choices where member_id = ${id} order by kind`,
  },
  {
    name: 'push-subscriptions',
    title: 'Push notifications',
    about: 'The browsers in which you’ve turned them on.',
    holds: ['push_subscriptions.member_id'],
    query: (id) => sql`
      select substring(endpoint from '^https?://([^/?#]+)') as title, created_at
      from push_subscriptions where member_id = ${id} order by id`,
  },
  {
    name: 'digest',
    title: 'Digest',
    about: 'How often and when you get one by email.',
    holds: ['digests.member_id'],
    query: (id) => sql`
      select frequency as title, hour, time_zone, next_at, visited_at from digests where member_id = ${id}`,
  },
  {
    name: 'refused-mail',
    title: 'Rejected emails',
    about: 'How many emails in a row your address rejected.',
    holds: ['mail_refusals.user_id'],
    query: (id) => sql`
      select email as title, in_a_row, refused_at from mail_refusals where user_id = ${id}`,
  },
  {
    name: 'addresses',
    title: 'Email address changes',
    about: 'In the last two weeks.',
    holds: ['email_changes.user_id'],
    query: (id) => sql`
      select old_email, new_email, created_at, confirmed_at, stopped_at from email_changes
      where user_id = ${id} order by id desc`,
  },
  {
    name: 'sessions',
    title: 'Where you are signed in',
    about: 'Network addresses of sessions are stored for 30 days.',
    holds: ['sessions.user_id'],
    query: (id) => sql`
      select user_agent as browser, nullif(ip_address, '') as network_address, created_at, used_at, expires_at
      from sessions where user_id = ${id} order by created_at desc`,
  },
  {
    name: 'access-tokens',
    title: 'Access tokens',
    about: 'What your programs use instead of a password. Only you have the tokens themselves.',
    holds: ['access_tokens.member_id'],
    query: (id) => sql`
      select name as title, scope, created_at, used_at, expires_at
      from access_tokens where member_id = ${id} order by created_at desc`,
  },
  {
    name: 'devices',
    title: 'Devices you’ve signed in on',
    about: 'Used to recognize sign-ins from new devices.',
    holds: ['known_devices.user_id'],
    query: (id) => sql`select used_at from known_devices where user_id = ${id} order by used_at desc`,
  },
  {
    name: 'passkeys',
    title: 'Passkeys',
    about: 'What your devices use to sign in. Their private keys never leave them.',
    holds: ['passkeys.user_id'],
    query: (id) => sql`
      select name as title, is_synced, created_at, used_at from passkeys
      where user_id = ${id} order by created_at desc, id`,
  },
  {
    name: 'roles',
    title: 'Roles',
    about: 'When you were given or lost a role.',
    holds: ['role_changes.user_id'],
    query: (id) => sql`
      select role as title, act, created_at from role_changes where user_id = ${id} order by id desc`,
  },
  {
    name: 'account-changes',
    title: 'Changes by admins',
    about: 'What admins changed in your account.',
    holds: [],
    query: (id) => sql`
      select name as title, act, fields, created_at from content_changes
      where kind = 'account' and item_id = ${id} order by id desc`,
  },
  {
    name: 'exports',
    title: 'Exports',
    about: 'Files like this one from the last seven days.',
    holds: ['exports.member_id'],
    query: (id) => sql`
      select state, created_at, expires_at from exports where member_id = ${id} order by id desc`,
  },
  {
    name: 'invitations',
    title: 'Invites',
    about: 'Invite links you’ve created.',
    holds: ['invites.created_by'],
    query: (id) => sql`
      select note as title, uses, used, created_at, ends_at, revoked_at from invites
      where created_by = ${id} order by id desc`,
  },
]
