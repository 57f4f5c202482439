/** Leaves or reloads the page. In one place, so that tests can watch it. */
export const browser = {
  leaveTo: (url: string) => window.location.assign(url),
  reload: () => window.location.reload(),
}
