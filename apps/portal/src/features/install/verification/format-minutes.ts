/** "0:42", "12:05": seconds as a counter shows them. */
export const formatMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`
