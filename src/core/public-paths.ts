/** Paths of GETs without private data. They run as a guest, and everyone gets the same cached response. */
export const PUBLIC_API =
  /^\/api\/(moderation\/(actions|transparency)$|site$|site\/texts\/|(posts|comments|concepts|community|profiles|notes|search|suggestions|thinkers|resources|events|rules)(\/|$))/
