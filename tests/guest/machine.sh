#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# machine.sh amd64|arm64 KERNEL LIBRARIES PROGRAM SCRIPT [CPU [PARAMETER...] [-- OPTION...]]: boots an
# emulated machine from the folder KERNEL that kernel.sh made, in which SCRIPT is run with PROGRAM as
# /foliolab, and prints what the script prints. Shared libraries are taken from the root folder
# LIBRARIES, PARAMETERs go to the kernel, OPTIONs to QEMU. Exit status: the script's; 77 where there is
# no emulator.
set -u
LC_ALL=C
export LC_ALL

if [ $# -lt 5 ]; then
	echo 'usage: machine.sh amd64|arm64 KERNEL LIBRARIES PROGRAM SCRIPT [CPU [PARAMETER...] [-- OPTION...]]' >&2
	exit 2
fi
arch=$1 kernel=$2 libraries=$3 program=$4 script=$5 cpu=${6-}
shift 5
[ $# = 0 ] || shift
parameters=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	parameters="$parameters $1"
	shift
done
[ $# = 0 ] || shift
case $arch in
amd64)
	triplet=x86_64-linux-gnu loader=lib64/ld-linux-x86-64.so.2 console=ttyS0 package=qemu-system-x86
	set -- qemu-system-x86_64 -M q35 -cpu "${cpu:-max}" "$@"
	;;
arm64)
	triplet=aarch64-linux-gnu loader=lib/ld-linux-aarch64.so.1 console=ttyAMA0 package=qemu-system-arm
	set -- qemu-system-aarch64 -M virt -cpu "${cpu:-neoverse-n1}" "$@"
	;;
*)
	echo "machine.sh: no architecture '$arch': amd64 or arm64" >&2
	exit 2
	;;
esac
for tool in "$1" cpio readelf timeout; do
	command -v "$tool" >/dev/null && continue
	echo "skipped: no $tool: apt-get install $package cpio binutils" >&2
	exit 77
done

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$root/bin" "$root/lib/$triplet" "$root/$(dirname "$loader")" "$root/modules" "$root/proc" "$root/sys" \
	"$root/dev" "$root/tmp" "$root/run"
cp "$kernel/busybox" "$root/bin/busybox"
cp "$kernel"/*.ko "$kernel/minix" "$root/modules/"
cp "$program" "$root/foliolab"
cp "$script" "$root/script"

# needed FILE: the shared libraries that it and those in turn ask for
needed() {
	readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | while read -r name; do
		[ ! -e "$root/lib/$triplet/$name" ] || continue
		for folder in "lib/$triplet" "usr/lib/$triplet" lib64 usr/lib64 usr/local/lib; do
			[ -e "$libraries/$folder/$name" ] || continue
			cp -L "$libraries/$folder/$name" "$root/lib/$triplet/$name"
			needed "$root/lib/$triplet/$name"
			break
		done
	done
}
needed "$program"
cp -L "$libraries/$loader" "$root/$loader"

cat >"$root/init" <<'END'
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs tmpfs /tmp
mount -t tmpfs tmpfs /run
cd /tmp
echo GUEST-BEGINS
sh /script
echo "GUEST-STATUS $?"
poweroff -f
END
chmod +x "$root/init"
(cd "$root" && find . | cpio --quiet -o -H newc) >"$work/initramfs" || exit 1

timeout 1500 "$@" -smp 1 -m 1024 -nographic -no-reboot -kernel "$kernel/Image" -initrd "$work/initramfs" \
	-append "console=$console quiet loglevel=1 panic=-1$parameters" </dev/null >"$work/console" 2>&1
tr -d '\r' <"$work/console" | sed -n '/GUEST-BEGINS$/,/^GUEST-STATUS /p' | sed -e '/GUEST-/d'
status=$(tr -d '\r' <"$work/console" | sed -n 's/^GUEST-STATUS //p')
if [ -z "$status" ]; then
	tail -n 40 "$work/console" >&2
	echo 'machine.sh: the guest did not come to its end: see above' >&2
	exit 1
fi
exit "$status"
