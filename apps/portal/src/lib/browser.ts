/** Functions that leave or reload the page. They are in one object, so that tests can watch them. */
export const browser = {
  leaveTo: (url: string) => window.location.assign(url),
  reload: () => window.location.reload(),
}
