// Sets the chosen theme before the first paint. It is a file because the page's policy allows no inline scripts.
;(function () {
  var mode
  try {
    mode = localStorage.getItem('dark-mode')
  } catch {
    mode = null // storage may be blocked: the system's theme is used
  }
  var dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light')
})()
