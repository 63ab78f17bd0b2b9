@rem cmd.exe has no "exec", with which the npm scripts let signals reach Node: it runs the command as it stands.
@%*
