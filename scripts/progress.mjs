/**
 * Runs `work`, saying on stderr what takes so long once two seconds have passed: on a terminal a line that counts
 * the seconds in place, elsewhere a line now and then. Quick work says nothing.
 *
 * @template Result
 * @param {string} label such as "Installing packages"
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withProgress(label, work) {
  const started = Date.now();
  const inPlace = process.stderr.isTTY === true;
  let next = 2;
  const timer = setInterval(() => {
    const seconds = Math.floor((Date.now() - started) / 1000);
    if (seconds < next) return;
    next = inPlace ? seconds + 1 : seconds + 10;
    process.stderr.write(inPlace ? `\r${label}… ${seconds} s` : `${label}… ${seconds} s\n`);
  }, 250);
  const close = (/** @type {string} */ outcome) => {
    clearInterval(timer);
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    if (next > 2) process.stderr.write(`${inPlace ? '\r' : ''}${label}: ${outcome} ${seconds} s\n`);
  };
  try {
    const result = await work();
    close('done in');
    return result;
  } catch (error) {
    close('failed after');
    throw error;
  }
}
