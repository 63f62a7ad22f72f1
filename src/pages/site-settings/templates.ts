/** A gap in a template that the operator must fill. Texts with one of them can't be published. */
export const GAPS = ['[your name or organisation]', '[your address and email]', '[your country]'] as const

/** Returns the first gap that is left in a text, or undefined. */
export function findGap(text: string): string | undefined {
  return GAPS.find((gap) => text.includes(gap))
}

const [OPERATOR, CONTACT, COUNTRY] = GAPS

/** Templates of the texts that a forum needs. The operator is responsible for them and should have them checked. */
export const TEMPLATES = {
  terms: (
    name: string,
  ) => `${name} is run by ${OPERATOR}. You can reach us at ${CONTACT}. By signing up, you accept these terms.

Your account. You must be at least 16 years old. Choose a password that you use nowhere else, and don’t share your account. You can delete your account at any time in the settings.

Your texts. You keep all rights to what you write. You allow us to store, show and copy it, as far as running the forum requires. Write only what you have the right to publish. Your texts remain visible until you delete them; replies by others stay.

Rules. Our rules are at /rules. Moderators enforce them: they can remove texts, limit what a member may do, and suspend accounts. They tell you the rule and the reason. All actions are listed at /moderation.

Appeals. You can appeal an action within six months, with the link in its notification. Someone who was not involved decides. You can also turn to an out-of-court dispute settlement body or a court.

Reports. Everyone can report illegal content with the Report button, or write to us.

Liability. We run the forum with care but can’t promise that it is always available. Members are responsible for what they write.

Changes. We announce changes of these terms on the forum two weeks before they apply. The law of ${COUNTRY} applies.`,

  privacy: (
    name: string,
  ) => `${OPERATOR} is responsible for the data on ${name}. You can reach us at ${CONTACT}.

What we store. Your email address, username, password (hashed), profile, posts, comments, notes, messages, votes, bookmarks and follows. For each session: its start, browser and network address. Network addresses are erased after 30 days. Which posts you opened is stored for 90 days.

Why. To provide the forum that you signed up for, to protect it against abuse, and to send the emails that you chose. We show no advertising and use no trackers.

Who sees it. Everyone can read posts, comments, notes and profiles. Messages are for their recipient; moderators see them only if one of you reports them. Our hosting and email providers process data on our behalf.

Cookies. One cookie signs you in. Your device also stores your drafts and settings. We use no other cookies.

How long. Your data stays until you delete it or your account. Texts that moderators removed are erased after 90 days. Backups keep deleted data until they expire.

Your rights. In the settings you can download all your data, correct it, and delete your account. You can object to processing, and complain to the data protection authority of ${COUNTRY}.`,
} as const
