/** The two ways in which the portal leaves or renews its own page: one place, so that tests can watch them. */
export const browser = {
  leaveTo: (url: string) => window.location.assign(url),
  reload: () => window.location.reload(),
}
