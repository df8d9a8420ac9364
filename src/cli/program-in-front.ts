/** What is so while another program has the terminal and this one waits for it. */

/** The exit status of a shell that does not find the program (POSIX.1-2024, XCU 2.8.2). */
export const notFound = 127

/** Ctrl-C is for the program in front, which is in the same foreground. */
export async function letBeInFront<T>(work: () => Promise<T>): Promise<T> {
  const ignore = (): void => {}
  process.on('SIGINT', ignore)
  try {
    return await work()
  } finally {
    process.removeListener('SIGINT', ignore)
  }
}
