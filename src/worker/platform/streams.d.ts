/** The standard option `min` of `read`, which the generated types of the runtime lack. */
interface ReadableStreamBYOBReader {
  read<T extends ArrayBufferView>(view: T, options: { min: number }): Promise<ReadableStreamReadResult<T>>;
}
