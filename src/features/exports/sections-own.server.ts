import { sql } from 'kysely'
import type { Section } from './section.server.ts'

export const ownSections: readonly Section[] = [
  {
    name: 'account',
    title: 'Account and profile',
    about: 'What you told the forum of yourself, and what you have set.',
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
    about: 'Names that you have given up. They lead to you for 90 days.',
    holds: ['former_usernames.user_id'],
    query: (id) => sql`
      select username as title, released_at from former_usernames where user_id = ${id} order by released_at desc`,
  },
  {
    name: 'notification-choices',
    title: 'Notification choices',
    about: 'What you want to be told of, where you have chosen.',
    holds: ['notification_choices.member_id'],
    query: (id) => sql`
      select kind as title, in_app, email from notification_choices where member_id = ${id} order by kind`,
  },
  {
    name: 'digest',
    title: 'Digest',
    about: 'How often you want one by mail, and when.',
    holds: ['digests.member_id'],
    query: (id) => sql`
      select frequency as title, hour, time_zone, next_at, visited_at from digests where member_id = ${id}`,
  },
  {
    name: 'refused-mail',
    title: 'Refused mail',
    about: 'How often in a row your address took no mail.',
    holds: ['mail_refusals.user_id'],
    query: (id) => sql`
      select email as title, in_a_row, refused_at from mail_refusals where user_id = ${id}`,
  },
  {
    name: 'addresses',
    title: 'Changes of address',
    about: 'Of the last two weeks.',
    holds: ['email_changes.user_id'],
    query: (id) => sql`
      select old_email, new_email, created_at, confirmed_at, stopped_at from email_changes
      where user_id = ${id} order by id desc`,
  },
  {
    name: 'sessions',
    title: 'Where you are signed in',
    about: 'The network address of a session is kept for 30 days.',
    holds: ['sessions.user_id'],
    query: (id) => sql`
      select user_agent as browser, nullif(ip_address, '') as network_address, created_at, used_at, expires_at
      from sessions where user_id = ${id} order by created_at desc`,
  },
  {
    name: 'access-tokens',
    title: 'Access tokens',
    about: 'What your programs send in place of a password. The tokens themselves nobody has but you.',
    holds: ['access_tokens.member_id'],
    query: (id) => sql`
      select name as title, scope, created_at, used_at, expires_at
      from access_tokens where member_id = ${id} order by created_at desc`,
  },
  {
    name: 'devices',
    title: 'Devices that you have signed in on',
    about: 'By these a sign-in from elsewhere is told from yours.',
    holds: ['known_devices.user_id'],
    query: (id) => sql`select used_at from known_devices where user_id = ${id} order by used_at desc`,
  },
  {
    name: 'passkeys',
    title: 'Passkeys',
    about: 'What your devices sign in with. What they sign with stays on them.',
    holds: ['passkeys.user_id'],
    query: (id) => sql`
      select name as title, is_synced, created_at, used_at from passkeys
      where user_id = ${id} order by created_at desc, id`,
  },
  {
    name: 'roles',
    title: 'Roles',
    about: 'When you were given a role, or lost one.',
    holds: ['role_changes.user_id'],
    query: (id) => sql`
      select role as title, act, created_at from role_changes where user_id = ${id} order by id desc`,
  },
  {
    name: 'exports',
    title: 'Exports',
    about: 'Files like this one, of the last seven days.',
    holds: ['exports.member_id'],
    query: (id) => sql`
      select state, created_at, expires_at from exports where member_id = ${id} order by id desc`,
  },
  {
    name: 'invitations',
    title: 'Invitations',
    about: 'Links that you have made for others.',
    holds: ['invites.created_by'],
    query: (id) => sql`
      select note as title, uses, used, created_at, ends_at, revoked_at from invites
      where created_by = ${id} order by id desc`,
  },
]
