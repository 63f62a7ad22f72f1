declare module 'tanstack-start-manifest:v' {
  /** What the build has for each route, which the framework's plug-in writes. */
  export const tsrStartManifest: () => {
    routes: import('@tanstack/react-router').Manifest['routes']
  }
}
