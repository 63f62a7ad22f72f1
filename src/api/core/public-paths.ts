/** GETs without private data: they run as a visitor, and all requests share the cached response. */
export const PUBLIC_API =
  /^\/api\/(moderation\/actions$|site$|site\/texts\/|(posts|comments|categories|community|profiles|notes|search|suggestions|thinkers|resources|events|rules)(\/|$))/
