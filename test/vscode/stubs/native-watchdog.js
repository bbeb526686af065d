// In place of a native module: the host ends by itself, nobody has to watch its parent.
exports.start = () => {};
exports.exit = (code) => process.exit(code || 0);
